"""Several scripts as one, so that a page asks for one file where its sources are thirty.

The modules stand one behind the other in one scope, where each finds what it imports. One that
calls something of its own by a name that is taken becomes a function, which answers what it
exports. Private names are shortened. Ours import and export by name only, each statement at the
beginning of a line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)

_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)

_OTHER = re.compile(r"^(?:import|export|await)\b.*|\bimport\(.*", re.MULTILINE)

_OWN = re.compile(r"^(?:async )?(?:function\*?|class|const|let) (\w+|[{[].*?[}\]])", re.MULTILINE)

_ALIAS = re.compile(r"\b(\w+) as (\w+)\b")

_PRIVATE = re.compile(r"((?<=\w)\??\.|^ +(?:(?:async|static|get|set) )*)#(\w+)", re.MULTILINE)
"""Where a class declares or uses a private name; a text's "#board" is none."""


class CannotBundle(ValueError):
    """A module imports or exports in a way that none of ours does, imports itself, or exports
    what another one calls something of its own."""


def bundle(sources: Mapping[str, str], entries: Sequence[str]) -> str:
    """One script that runs the modules named `entries`, and what they import, in the order in
    which a browser would.

    Raises:
        CannotBundle: with the module and the line or the name.
    """
    script = _Script(sources)
    for name in entries:
        script.take(name, ())
    return "".join(script.parts.values())


@dataclass
class _Script:
    """What is joined so far."""

    sources: Mapping[str, str]
    parts: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    """All that the one scope calls by a name."""
    private: dict[str, str] = field(default_factory=dict)

    def take(self, name: str, within: tuple[str, ...]) -> None:
        """Add a module behind all that it imports."""
        if name in within:
            raise CannotBundle(f"{name}.js imports itself by way of {within[-1]}.js.")
        if name in self.parts:
            return
        source = self.sources[name]
        imports = IMPORT.findall(source)
        for _, imported in imports:
            self.take(imported, (*within, name))
        body = _EXPORT.sub("", IMPORT.sub("", source))
        if other := _OTHER.search(body):
            raise CannotBundle(f"{name}.js: {other[0]}")
        exported = _EXPORT.findall(source)
        renamed = [pair for names, _ in imports for pair in _ALIAS.findall(names)]
        self.parts[name] = "".join(f"const {new}={old};\n" for old, new in renamed)
        self._name(name, [new for _, new in renamed])
        own = {word for found in _OWN.findall(body) for word in re.findall(r"\w+", found)}
        if own & self.taken:
            self._name(name, exported)
            answer = ",".join(exported)
            body = f"const{{{answer}}}=(()=>{{\n{body}return{{{answer}}}}})();\n"
        else:
            self._name(name, own)
        self.parts[name] += _PRIVATE.sub(self._shorten, body)

    def _name(self, module: str, names: Iterable[str]) -> None:
        for name in names:
            if name in self.taken:
                raise CannotBundle(f"{module}.js: another module has its own {name}.")
            self.taken.add(name)

    def _shorten(self, found: re.Match[str]) -> str:
        """Private names of different classes may be one; two of one class may not."""
        short = self.private.setdefault(found[2], _letters(len(self.private)))
        return f"{found[1]}#{short}"


def _letters(number: int) -> str:
    """a to z, aa, ba, ..."""
    more, letter = divmod(number, 26)
    return chr(ord("a") + letter) + (_letters(more - 1) if more else "")
