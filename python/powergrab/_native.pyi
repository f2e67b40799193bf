"""The compiled part of the package."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, SupportsIndex, TypedDict, overload

import numpy as np
from numpy.typing import NDArray

from typing_extensions import Self

__version__: str
__commit__: str

def run_program(args: list[str]) -> int: ...

class RunOptions(TypedDict):
    """Options of a run, and the rulesets, bots and configurations that it adds. Only a type: the compiled part takes a dictionary."""

    threads: int | None
    tick: Callable[[str | None, int, int, int, list[str]], None] | None
    """Called with the part, the deals done and in all, the games played, and lines to print."""
    rules: Sequence[Rules]
    bots: Sequence[tuple[str, object]]
    files: Sequence[tuple[str, Mapping[str, Any]]]
    shards: int | None
    """Makes the experiment's job in this number of parts, instead of playing it."""

class Table:
    @property
    def name(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def column_names(self) -> list[str]: ...
    @property
    def meanings(self) -> dict[str, str]: ...
    @property
    def kinds(self) -> dict[str, str]: ...
    def __len__(self) -> int: ...
    def column(self, name: str) -> list[Any]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class Run:
    @property
    def tables(self) -> list[str]: ...
    @property
    def files(self) -> list[str]: ...
    @property
    def failures(self) -> list[str]: ...
    @property
    def text(self) -> str: ...
    @property
    def manifest_json(self) -> str: ...
    def table(self, name: str) -> Table: ...
    def file(self, name: str) -> bytes: ...
    def write(self, directory: str, force: bool = False) -> None: ...

def open_tasks(
    files: list[tuple[str, bytes]], options: RunOptions
) -> tuple[list[str], tuple[str, bytes] | None]: ...
def shard_key(task: str) -> str: ...
def work(files: list[tuple[str, bytes]], task: str, options: RunOptions) -> tuple[str, bytes]: ...
def merge(files: list[tuple[str, bytes]], options: RunOptions) -> Run: ...
def load(directory: str) -> Run: ...
def unpack(files: list[tuple[str, bytes]], text: str, failures: list[str]) -> Run: ...
def match_(
    bots: list[str], ruleset: str, deals: str, seed: int, unit: str, order: str, options: RunOptions
) -> Run: ...
def tournament(
    config: str,
    deals: str | None,
    seed: int | None,
    unit: str | None,
    order: str | None,
    line_up_deals: str | None,
    options: RunOptions,
) -> Run: ...
def sweep(config: str, deals: str | None, seed: int | None, halving: bool, options: RunOptions) -> Run: ...
def tune(config: str, seed: int | None, self_play: bool, options: RunOptions) -> Run: ...
def balance(config: str, seed: int | None, scale: float, optimise: bool, options: RunOptions) -> Run: ...
def review(
    bots: list[str],
    texts: list[str],
    playout: str | None,
    numbers: list[int],
    search: bool,
    seed: int,
    options: RunOptions,
) -> Run: ...
def why(
    texts: list[str],
    field: str | None,
    numbers: list[int],
    search_deals: int | None,
    seed: int,
    options: RunOptions,
) -> Run: ...

def distil(
    texts: list[str],
    field: list[str],
    name: str | None,
    numbers: list[int],
    seed: int,
    options: RunOptions,
) -> Run: ...

class Answers:
    @property
    def table(self) -> Table: ...
    @property
    def text(self) -> str: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def failures(self) -> list[str]: ...

def compare(a: Run, b: Run, names: tuple[str, str], metrics: bool) -> Answers: ...
def plan(
    effect: float,
    power: float,
    players: int | None,
    bots: list[str],
    ruleset: str,
    unit: str,
    pilot: str,
    seed: int,
    options: RunOptions,
) -> Answers: ...
def rulesets() -> list[str]: ...
def strategies(ruleset: str) -> list[str]: ...

class View(Mapping[str, Any]):
    """The view of a seat at a decision: a mapping with the keys of docs/protocol.md, and `game`."""
    def __getitem__(self, key: str, /) -> Any: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def copy(self) -> dict[str, Any]: ...

class Rules:
    def __new__(cls, base: str, options: dict[str, Any], name: str | None) -> Self: ...
    @property
    def name(self) -> str: ...
    @property
    def base(self) -> str: ...
    @property
    def is_variant(self) -> bool: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def players(self) -> tuple[int, int] | None: ...
    @property
    def meanings(self) -> dict[str, str]: ...

class PlayedGames:
    @property
    def lines(self) -> list[str]: ...
    @property
    def told(self) -> str: ...
    @property
    def page(self) -> str: ...
    @property
    def failures(self) -> list[str]: ...

def play(
    bots: list[str],
    ruleset: str,
    seed: int,
    line_up: int,
    deal: int,
    games: int,
    rotation: int,
    order: str,
    unit: str,
    options: RunOptions,
) -> PlayedGames: ...

class BoardEngine:
    """A board with the rulesets and bots of a call."""
    def __new__(cls, options: RunOptions, files: list[str]) -> Self: ...
    def answer(self, request: str) -> str:
        """Answers a request (docs/board-protocol.md)."""

def board_page() -> str:
    """Returns the page, without an engine."""

class Board:
    @property
    def position(self) -> str: ...
    @property
    def decided(self) -> bool: ...
    @property
    def playouts(self) -> int: ...
    @property
    def table(self) -> Table: ...

def analyse(
    place: str | tuple[str, int, int | None],
    value: str,
    playout: str | None,
    beliefs: bool,
    playouts: int | None,
    seconds: float | None,
    seed: int,
    options: RunOptions,
) -> Board: ...
def verify(path: str) -> tuple[int, int, int, int]: ...

Place = tuple[int, int, str, str]

class LoadedGame:
    """A game for a number of players, made by `powergrab.load_game`. It can be pickled."""
    def __new__(cls, ruleset: Rules | str, players: int, unit: str, reward: str) -> Self: ...
    def num_players(self) -> int:
        """Returns the number of seats."""
    def num_distinct_actions(self) -> int:
        """Returns the length of the index of actions, which docs/observation.md describes."""
    def observation_size(self) -> int:
        """Returns the number of bytes of an observation."""
    def new_initial_state(self, seed: int) -> GameState:
        """Returns the first game of a seed, 0 to 2^64 - 1, at its first decision."""
    def deserialize_state(self, text: str) -> GameState:
        """Returns the state of a text of `GameState.serialize`; `InputError` if it is not of this game."""

class GameState:
    """A game at a decision, or ended. Chance is inside. It can be copied and pickled; `powergrab.new_game` starts one."""
    def get_game(self) -> LoadedGame: ...
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def current_player(self) -> int:
        """Returns the seat that decides, from 0; -4 when the game is over."""
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool:
        """Returns False."""
    def legal_actions(self, player: int | None = None) -> list[int]:
        """Returns the legal actions in ascending order; an empty list for a player who has no decision."""
    def legal_actions_mask(self, player: int | None = None) -> list[int]: ...
    def apply_action(self, action: SupportsIndex) -> None:
        """Takes an action and plays to the next decision. For an illegal action, `InputError` (a `ValueError`) names the legal ones."""
    def child(self, action: SupportsIndex) -> GameState:
        """Returns a copy in which the action was taken."""
    def clone(self) -> GameState:
        """Returns a copy with the same hidden cards and the same later chance."""
    def resample_from_infostate(self, player: int, sampler: int | Callable[[], float]) -> GameState:
        """Returns a copy with new hidden cards and new later chance.

        The cards are uniform among all deals that agree with what the player knows. `sampler` is a seed, or a function that returns numbers
        from 0 to 1.
        """
    def returns(self) -> list[float]:
        """Returns the sum of rewards of each player so far."""
    def rewards(self) -> list[float]:
        """Returns the reward of each player for the last action."""
    def history(self) -> list[int]:
        """Returns the actions so far."""
    def observation(self, player: int) -> NDArray[np.uint8]:
        """Returns the view of a player (docs/observation.md) in a new array."""
    def observation_string(self, player: int) -> str:
        """Returns the view of a player as one line of text."""
    @overload
    def action_to_string(self, action: int, /) -> str: ...
    @overload
    def action_to_string(self, player: int, action: int, /) -> str: ...
    @overload
    def string_to_action(self, text: str, /) -> int: ...
    @overload
    def string_to_action(self, player: int, text: str, /) -> int: ...
    def serialize(self) -> str:
        """Returns the state as text for `LoadedGame.deserialize_state`."""

class Game:
    def __init__(
        self,
        ruleset: Rules | str,
        players: int,
        learners: list[int],
        opponents: list[str] | None,
        seed: int,
        unit: str,
        reward: str,
    ) -> None: ...
    @property
    def n_actions(self) -> int: ...
    @property
    def n_features(self) -> int: ...
    @property
    def version(self) -> int: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def n_rounds(self) -> int: ...
    def actions(self) -> list[Place]: ...
    def features(self) -> list[Place]: ...
    def reseed(self, seed: int) -> None: ...
    def reset(self, episode: int) -> tuple[list[float], bool]: ...
    def legal_actions(self) -> list[int]: ...
    def step(self, action: object) -> tuple[list[float], bool]: ...
    def step_as(
        self, action: object, seat: int
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]: ...
    def position(self) -> str | None: ...
    def restore(self, position: str) -> tuple[list[float], bool]: ...
    def observe(self, seat: int) -> tuple[NDArray[np.uint8], NDArray[np.int8]]: ...

class Games:
    def __init__(
        self,
        ruleset: Rules | str,
        players: int,
        num_envs: int,
        learners: list[int],
        opponents: list[str] | None,
        seed: int,
        unit: str,
        reward: str,
        autoreset: str,
        threads: int,
    ) -> None: ...
    @property
    def n_actions(self) -> int: ...
    @property
    def n_features(self) -> int: ...
    @property
    def version(self) -> int: ...
    @property
    def n_faults(self) -> int: ...
    def actions(self) -> list[Place]: ...
    def features(self) -> list[Place]: ...
    def deal(self, env: int) -> int | None: ...
    @property
    def array_sizes(self) -> tuple[int, int]: ...
    def bind(self, bytes: NDArray[np.uint8], floats: NDArray[np.float32]) -> tuple[NDArray[Any], ...]: ...
    def reset(self, seed: int | None = None, which: list[bool] | None = None) -> None: ...
    def step(self, actions: NDArray[np.int64]) -> bool: ...
    def positions(self) -> str: ...
    def restore(self, positions: str) -> None: ...

class Rollouts:
    WIDTH: int
    def __init__(
        self,
        ruleset: Rules | str,
        line_up: list[str],
        rollout: str | None,
        goal: str,
        unit: str,
        every: int,
        worlds: int,
        explore: float,
        seed: int,
        first: int,
        step: int,
        learners: list[int],
        cut: int,
    ) -> None: ...
    @property
    def n_features(self) -> int: ...
    @property
    def n_actions(self) -> int: ...
    @property
    def deck(self) -> str: ...
    def fill(
        self, features: NDArray[np.uint16], values: NDArray[np.float32], usual: NDArray[np.uint16]
    ) -> None: ...

class RecordsIterator:
    def __iter__(self) -> RecordsIterator: ...
    def __next__(self) -> Table: ...

class Records:
    def __iter__(self) -> RecordsIterator: ...
    def blank(self) -> Table: ...
    def write(self, path: str) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def records(
    bots: list[str],
    ruleset: str,
    deals: str,
    seed: int,
    unit: str,
    order: str,
    detail: str,
    options: RunOptions,
) -> Records: ...
