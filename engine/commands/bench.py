"""``flipfour bench``: the project's own benchmarks."""

from __future__ import annotations

import json

import click

from engine.bench import description, measure, names


@click.command()
@click.argument("name", required=False)
@click.argument("settings", nargs=-1, metavar="[SETTING=VALUE]...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(name: str | None, settings: tuple[str, ...], as_json: bool) -> None:
    """Run the benchmark NAME; without one, list them. Some take settings, as listed."""
    if name is None:
        for known in names():
            click.echo(f"{known:14} {description(known)}")
        return
    figures = measure(name, settings, lambda text: click.echo(text, err=as_json))
    if as_json:
        click.echo(json.dumps({"name": name, "figures": figures}))
