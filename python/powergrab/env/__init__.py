"""Environments for learners, with the interfaces of Gymnasium and PettingZoo.

They need ``gymnasium`` (and ``pettingzoo`` for :mod:`powergrab.pettingzoo`): ``pip install 'powergrab[env]'``.
"""

from .places import Place, Places
from .single import GameEnv
from .vector import VectorEnv

__all__ = ["GameEnv", "Place", "Places", "VectorEnv"]
