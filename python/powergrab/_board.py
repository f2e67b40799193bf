"""The board in a notebook: play, analyse, review."""

from __future__ import annotations

import json
import os
import pathlib
from typing import TYPE_CHECKING, Any, Sequence

from . import _arguments as arguments
from . import _native
from ._arguments import public
from ._bots import Bot
from ._call import Path, Ruleset, Scope, path
from ._errors import InputError

if TYPE_CHECKING:
    import anywidget

    Widget = anywidget.AnyWidget

#: The page asks in messages of the notebook, which answers from the kernel.
FRAME = pathlib.Path(__file__).with_name("_board.js")


def _widget(engine: _native.BoardEngine, opened: dict[str, Any], height: int) -> Widget:
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise ImportError("pg.board needs anywidget: pip install 'powergrab[board]'") from error

    class BoardWidget(anywidget.AnyWidget):
        """The board. `position` is the text of the position in view, which `pg.analyse` takes; `game` describes the game."""

        _esm = FRAME
        page = traitlets.Unicode(_native.board_page()).tag(sync=True)
        height = traitlets.Int(720).tag(sync=True)
        position = traitlets.Unicode(None, allow_none=True).tag(sync=True)
        game = traitlets.Dict(None, allow_none=True).tag(sync=True)

        def __init__(self) -> None:
            super().__init__(height=height)
            self.on_msg(self._asked)

        def _asked(self, _: Any, message: Any, __: Any) -> None:
            request = message.get("request") if isinstance(message, dict) else None
            if not isinstance(request, str):
                return
            self.send({"id": message.get("id"), "answer": self._answer(request)})

        def _answer(self, request: str) -> str:
            try:
                asked = json.loads(request)
            except ValueError:
                asked = None
            if isinstance(asked, dict) and asked.get("do") == "opened":
                return json.dumps({"ok": opened})
            return engine.answer(request)

    return BoardWidget()


@public
def board(
    position: str | None = None,
    *,
    trace: Path | None = None,
    bots: Sequence[str | os.PathLike[str] | Bot] = (),
    rulesets: Sequence[Ruleset] = (),
    height: int = 720,
) -> Widget:
    """The board as a widget of a notebook (JupyterLab, VS Code, Colab): play, ask what to play, review, tune a bot by hand.

    It opens with a `position` (its text, docs/analysis.md) or the first game of a `trace`. `bots` and `rulesets` of your own can be
    chosen beside those that ship. The widget's `position` is the text of the position in view, for `pg.analyse`; its `game` describes
    the game. Needs `anywidget` (`pip install 'powergrab[board]'`).
    """
    scope = Scope()
    names = [scope.bot(bot) for bot in bots] + [scope.ruleset(ruleset) for ruleset in rulesets]
    files = [name for name in names if name.endswith(".toml")]
    opened: dict[str, Any] = {"runs": False}
    if position is not None and trace is not None:
        raise TypeError("give a position or a trace, not both")
    if position is not None:
        opened["position"] = arguments.text("position", position)
    if trace is not None:
        file = path("trace", trace, "the path of a trace")
        try:
            opened["trace"] = pathlib.Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{file}: cannot be read: {error}") from error
    engine = _native.BoardEngine(scope.options(), files)
    return _widget(engine, opened, arguments.whole("height", height, 200))
