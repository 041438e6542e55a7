"""Several scripts as one, so that a page asks for one file where its sources are thirty.

A module becomes a function whose names stay its own and which answers what the module exports:
ours import and export by name only, each statement at the beginning of a line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)

_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)

_OTHER = re.compile(r"^(?:import|export|await)\b.*|\bimport\(.*", re.MULTILINE)


class CannotBundle(ValueError):
    """A module imports or exports in a way that none of ours does, or imports itself."""


def bundle(sources: Mapping[str, str], entries: Sequence[str]) -> str:
    """One script that runs the modules named `entries`, and what they import, in the order in
    which a browser would.

    Raises:
        CannotBundle: with the module and the line.
    """
    found: dict[str, str] = {}
    for name in entries:
        _take(name, sources, found, ())
    return "".join(found.values())


def _take(
    name: str, sources: Mapping[str, str], found: dict[str, str], within: tuple[str, ...]
) -> None:
    """Add a module behind all that it imports."""
    if name in within:
        raise CannotBundle(f"{name}.js imports itself by way of {within[-1]}.js.")
    if name in found:
        return
    for _, imported in IMPORT.findall(sources[name]):
        _take(imported, sources, found, (*within, name))
    body = _EXPORT.sub("", IMPORT.sub(_bind, sources[name]))
    if other := _OTHER.search(body):
        raise CannotBundle(f"{name}.js: {other[0]}")
    exported = ",".join(_EXPORT.findall(sources[name]))
    found[name] = f"const ${name}=(()=>{{\n{body}return{{{exported}}}}})();\n"


def _bind(statement: re.Match[str]) -> str:
    """The names that a module imports, from the object that the other one answered."""
    names = statement[1].replace(" as ", ":")
    return f"const{{{''.join(names.split())}}}=${statement[2]};\n"
