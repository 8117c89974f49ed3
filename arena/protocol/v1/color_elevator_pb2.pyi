from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ColorElevatorOptions(_message.Message):
    __slots__ = ("preset", "players", "turn", "refill", "reserve", "empty_stock", "turn_limit", "first_to")
    class Turn(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TURN_UNSPECIFIED: _ClassVar[ColorElevatorOptions.Turn]
        TURN_ONE_CARD: _ClassVar[ColorElevatorOptions.Turn]
        TURN_BOTH_PILES: _ClassVar[ColorElevatorOptions.Turn]
    TURN_UNSPECIFIED: ColorElevatorOptions.Turn
    TURN_ONE_CARD: ColorElevatorOptions.Turn
    TURN_BOTH_PILES: ColorElevatorOptions.Turn
    class Refill(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        REFILL_UNSPECIFIED: _ClassVar[ColorElevatorOptions.Refill]
        REFILL_ONE: _ClassVar[ColorElevatorOptions.Refill]
        REFILL_TO_FOUR: _ClassVar[ColorElevatorOptions.Refill]
        REFILL_NONE: _ClassVar[ColorElevatorOptions.Refill]
    REFILL_UNSPECIFIED: ColorElevatorOptions.Refill
    REFILL_ONE: ColorElevatorOptions.Refill
    REFILL_TO_FOUR: ColorElevatorOptions.Refill
    REFILL_NONE: ColorElevatorOptions.Refill
    class Reserve(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        RESERVE_UNSPECIFIED: _ClassVar[ColorElevatorOptions.Reserve]
        RESERVE_STOCK: _ClassVar[ColorElevatorOptions.Reserve]
        RESERVE_PICK_UP: _ClassVar[ColorElevatorOptions.Reserve]
        RESERVE_FLIP: _ClassVar[ColorElevatorOptions.Reserve]
    RESERVE_UNSPECIFIED: ColorElevatorOptions.Reserve
    RESERVE_STOCK: ColorElevatorOptions.Reserve
    RESERVE_PICK_UP: ColorElevatorOptions.Reserve
    RESERVE_FLIP: ColorElevatorOptions.Reserve
    class EmptyStock(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        EMPTY_STOCK_UNSPECIFIED: _ClassVar[ColorElevatorOptions.EmptyStock]
        EMPTY_STOCK_STOP: _ClassVar[ColorElevatorOptions.EmptyStock]
        EMPTY_STOCK_RESHUFFLE: _ClassVar[ColorElevatorOptions.EmptyStock]
    EMPTY_STOCK_UNSPECIFIED: ColorElevatorOptions.EmptyStock
    EMPTY_STOCK_STOP: ColorElevatorOptions.EmptyStock
    EMPTY_STOCK_RESHUFFLE: ColorElevatorOptions.EmptyStock
    PRESET_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    REFILL_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FIELD_NUMBER: _ClassVar[int]
    EMPTY_STOCK_FIELD_NUMBER: _ClassVar[int]
    TURN_LIMIT_FIELD_NUMBER: _ClassVar[int]
    FIRST_TO_FIELD_NUMBER: _ClassVar[int]
    preset: str
    players: int
    turn: ColorElevatorOptions.Turn
    refill: ColorElevatorOptions.Refill
    reserve: ColorElevatorOptions.Reserve
    empty_stock: ColorElevatorOptions.EmptyStock
    turn_limit: int
    first_to: int
    def __init__(self, preset: _Optional[str] = ..., players: _Optional[int] = ..., turn: _Optional[_Union[ColorElevatorOptions.Turn, str]] = ..., refill: _Optional[_Union[ColorElevatorOptions.Refill, str]] = ..., reserve: _Optional[_Union[ColorElevatorOptions.Reserve, str]] = ..., empty_stock: _Optional[_Union[ColorElevatorOptions.EmptyStock, str]] = ..., turn_limit: _Optional[int] = ..., first_to: _Optional[int] = ...) -> None: ...

class ColorElevatorView(_message.Message):
    __slots__ = ("seat", "hand", "legal", "tops", "hand_counts", "reserve_counts", "stock", "stock_bottom", "known", "pile_0", "pile_1", "flip_plus_one", "second_pile_plus_one", "dealer", "turn_number", "hand_number", "hands_won", "place_sums", "reshuffles", "passes", "pools")
    class Pool(_message.Message):
        __slots__ = ("cards", "held")
        CARDS_FIELD_NUMBER: _ClassVar[int]
        HELD_FIELD_NUMBER: _ClassVar[int]
        cards: bytes
        held: bytes
        def __init__(self, cards: _Optional[bytes] = ..., held: _Optional[bytes] = ...) -> None: ...
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    TOPS_FIELD_NUMBER: _ClassVar[int]
    HAND_COUNTS_FIELD_NUMBER: _ClassVar[int]
    RESERVE_COUNTS_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    STOCK_BOTTOM_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    PILE_0_FIELD_NUMBER: _ClassVar[int]
    PILE_1_FIELD_NUMBER: _ClassVar[int]
    FLIP_PLUS_ONE_FIELD_NUMBER: _ClassVar[int]
    SECOND_PILE_PLUS_ONE_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    TURN_NUMBER_FIELD_NUMBER: _ClassVar[int]
    HAND_NUMBER_FIELD_NUMBER: _ClassVar[int]
    HANDS_WON_FIELD_NUMBER: _ClassVar[int]
    PLACE_SUMS_FIELD_NUMBER: _ClassVar[int]
    RESHUFFLES_FIELD_NUMBER: _ClassVar[int]
    PASSES_FIELD_NUMBER: _ClassVar[int]
    POOLS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hand: bytes
    legal: bytes
    tops: bytes
    hand_counts: bytes
    reserve_counts: bytes
    stock: int
    stock_bottom: bytes
    known: bytes
    pile_0: bytes
    pile_1: bytes
    flip_plus_one: int
    second_pile_plus_one: int
    dealer: int
    turn_number: int
    hand_number: int
    hands_won: _containers.RepeatedScalarFieldContainer[int]
    place_sums: _containers.RepeatedScalarFieldContainer[int]
    reshuffles: int
    passes: int
    pools: _containers.RepeatedCompositeFieldContainer[ColorElevatorView.Pool]
    def __init__(self, seat: _Optional[int] = ..., hand: _Optional[bytes] = ..., legal: _Optional[bytes] = ..., tops: _Optional[bytes] = ..., hand_counts: _Optional[bytes] = ..., reserve_counts: _Optional[bytes] = ..., stock: _Optional[int] = ..., stock_bottom: _Optional[bytes] = ..., known: _Optional[bytes] = ..., pile_0: _Optional[bytes] = ..., pile_1: _Optional[bytes] = ..., flip_plus_one: _Optional[int] = ..., second_pile_plus_one: _Optional[int] = ..., dealer: _Optional[int] = ..., turn_number: _Optional[int] = ..., hand_number: _Optional[int] = ..., hands_won: _Optional[_Iterable[int]] = ..., place_sums: _Optional[_Iterable[int]] = ..., reshuffles: _Optional[int] = ..., passes: _Optional[int] = ..., pools: _Optional[_Iterable[_Union[ColorElevatorView.Pool, _Mapping]]] = ...) -> None: ...

class ColorElevatorMove(_message.Message):
    __slots__ = ("card", "pile")
    CARD_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    card: int
    pile: int
    def __init__(self, card: _Optional[int] = ..., pile: _Optional[int] = ...) -> None: ...
