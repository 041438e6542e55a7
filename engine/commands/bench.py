"""``flipfour bench``: the project's own benchmarks."""

from __future__ import annotations

import json

import click

from engine.bench import benchmark, description, names


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(name: str | None, as_json: bool) -> None:
    """Run the benchmark NAME; without one, list them."""
    if name is None:
        for known in names():
            click.echo(f"{known:12} {description(known)}")
        return
    figures = benchmark(name).run(lambda text: click.echo(text, err=as_json))
    if as_json:
        click.echo(json.dumps({"name": name, "figures": figures}))
