from tests.sandbox.engine import engine

__all__ = ["engine"]
