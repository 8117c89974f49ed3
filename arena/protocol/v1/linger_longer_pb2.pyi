from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LingerLongerOptions(_message.Message):
    __slots__ = ("preset", "players", "hand_size", "trump", "draw", "first_dealer", "next_dealer", "first_to", "chips")
    class Trump(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TRUMP_UNSPECIFIED: _ClassVar[LingerLongerOptions.Trump]
        TRUMP_DEALER_CARD: _ClassVar[LingerLongerOptions.Trump]
        TRUMP_TURN_UP: _ClassVar[LingerLongerOptions.Trump]
        TRUMP_NONE: _ClassVar[LingerLongerOptions.Trump]
        TRUMP_FIRST_WINNER: _ClassVar[LingerLongerOptions.Trump]
    TRUMP_UNSPECIFIED: LingerLongerOptions.Trump
    TRUMP_DEALER_CARD: LingerLongerOptions.Trump
    TRUMP_TURN_UP: LingerLongerOptions.Trump
    TRUMP_NONE: LingerLongerOptions.Trump
    TRUMP_FIRST_WINNER: LingerLongerOptions.Trump
    class Draw(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        DRAW_UNSPECIFIED: _ClassVar[LingerLongerOptions.Draw]
        DRAW_ONE: _ClassVar[LingerLongerOptions.Draw]
        DRAW_PER_CARD: _ClassVar[LingerLongerOptions.Draw]
    DRAW_UNSPECIFIED: LingerLongerOptions.Draw
    DRAW_ONE: LingerLongerOptions.Draw
    DRAW_PER_CARD: LingerLongerOptions.Draw
    class FirstDealer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        FIRST_DEALER_UNSPECIFIED: _ClassVar[LingerLongerOptions.FirstDealer]
        FIRST_DEALER_CUT_LOW: _ClassVar[LingerLongerOptions.FirstDealer]
        FIRST_DEALER_CUT_HIGH: _ClassVar[LingerLongerOptions.FirstDealer]
    FIRST_DEALER_UNSPECIFIED: LingerLongerOptions.FirstDealer
    FIRST_DEALER_CUT_LOW: LingerLongerOptions.FirstDealer
    FIRST_DEALER_CUT_HIGH: LingerLongerOptions.FirstDealer
    class NextDealer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        NEXT_DEALER_UNSPECIFIED: _ClassVar[LingerLongerOptions.NextDealer]
        NEXT_DEALER_ROTATE: _ClassVar[LingerLongerOptions.NextDealer]
        NEXT_DEALER_WINNER: _ClassVar[LingerLongerOptions.NextDealer]
    NEXT_DEALER_UNSPECIFIED: LingerLongerOptions.NextDealer
    NEXT_DEALER_ROTATE: LingerLongerOptions.NextDealer
    NEXT_DEALER_WINNER: LingerLongerOptions.NextDealer
    class Chips(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        CHIPS_UNSPECIFIED: _ClassVar[LingerLongerOptions.Chips]
        CHIPS_NONE: _ClassVar[LingerLongerOptions.Chips]
        CHIPS_ANTE: _ClassVar[LingerLongerOptions.Chips]
        CHIPS_PER_TRICK: _ClassVar[LingerLongerOptions.Chips]
        CHIPS_PER_OPPONENT: _ClassVar[LingerLongerOptions.Chips]
    CHIPS_UNSPECIFIED: LingerLongerOptions.Chips
    CHIPS_NONE: LingerLongerOptions.Chips
    CHIPS_ANTE: LingerLongerOptions.Chips
    CHIPS_PER_TRICK: LingerLongerOptions.Chips
    CHIPS_PER_OPPONENT: LingerLongerOptions.Chips
    PRESET_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZE_FIELD_NUMBER: _ClassVar[int]
    TRUMP_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    FIRST_DEALER_FIELD_NUMBER: _ClassVar[int]
    NEXT_DEALER_FIELD_NUMBER: _ClassVar[int]
    FIRST_TO_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    preset: str
    players: int
    hand_size: int
    trump: LingerLongerOptions.Trump
    draw: LingerLongerOptions.Draw
    first_dealer: LingerLongerOptions.FirstDealer
    next_dealer: LingerLongerOptions.NextDealer
    first_to: int
    chips: LingerLongerOptions.Chips
    def __init__(self, preset: _Optional[str] = ..., players: _Optional[int] = ..., hand_size: _Optional[int] = ..., trump: _Optional[_Union[LingerLongerOptions.Trump, str]] = ..., draw: _Optional[_Union[LingerLongerOptions.Draw, str]] = ..., first_dealer: _Optional[_Union[LingerLongerOptions.FirstDealer, str]] = ..., next_dealer: _Optional[_Union[LingerLongerOptions.NextDealer, str]] = ..., first_to: _Optional[int] = ..., chips: _Optional[_Union[LingerLongerOptions.Chips, str]] = ...) -> None: ...

class LingerLongerView(_message.Message):
    __slots__ = ("seat", "hand", "legal", "trick", "trick_seats", "hand_counts", "stock", "trump_plus_one", "trump_to_be_named", "known", "stock_bottom", "dealer", "leader", "tricks_won", "out", "out_at", "hand_number", "hands_won", "chips", "played", "played_seats", "cut", "place_sums")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    TRICK_SEATS_FIELD_NUMBER: _ClassVar[int]
    HAND_COUNTS_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    TRUMP_PLUS_ONE_FIELD_NUMBER: _ClassVar[int]
    TRUMP_TO_BE_NAMED_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    STOCK_BOTTOM_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    LEADER_FIELD_NUMBER: _ClassVar[int]
    TRICKS_WON_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    OUT_AT_FIELD_NUMBER: _ClassVar[int]
    HAND_NUMBER_FIELD_NUMBER: _ClassVar[int]
    HANDS_WON_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    PLAYED_SEATS_FIELD_NUMBER: _ClassVar[int]
    CUT_FIELD_NUMBER: _ClassVar[int]
    PLACE_SUMS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hand: bytes
    legal: bytes
    trick: bytes
    trick_seats: bytes
    hand_counts: bytes
    stock: int
    trump_plus_one: int
    trump_to_be_named: bool
    known: bytes
    stock_bottom: bytes
    dealer: int
    leader: int
    tricks_won: bytes
    out: bytes
    out_at: bytes
    hand_number: int
    hands_won: _containers.RepeatedScalarFieldContainer[int]
    chips: _containers.RepeatedScalarFieldContainer[int]
    played: bytes
    played_seats: bytes
    cut: bytes
    place_sums: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., hand: _Optional[bytes] = ..., legal: _Optional[bytes] = ..., trick: _Optional[bytes] = ..., trick_seats: _Optional[bytes] = ..., hand_counts: _Optional[bytes] = ..., stock: _Optional[int] = ..., trump_plus_one: _Optional[int] = ..., trump_to_be_named: _Optional[bool] = ..., known: _Optional[bytes] = ..., stock_bottom: _Optional[bytes] = ..., dealer: _Optional[int] = ..., leader: _Optional[int] = ..., tricks_won: _Optional[bytes] = ..., out: _Optional[bytes] = ..., out_at: _Optional[bytes] = ..., hand_number: _Optional[int] = ..., hands_won: _Optional[_Iterable[int]] = ..., chips: _Optional[_Iterable[int]] = ..., played: _Optional[bytes] = ..., played_seats: _Optional[bytes] = ..., cut: _Optional[bytes] = ..., place_sums: _Optional[_Iterable[int]] = ...) -> None: ...

class LingerLongerMove(_message.Message):
    __slots__ = ("card", "trump")
    CARD_FIELD_NUMBER: _ClassVar[int]
    TRUMP_FIELD_NUMBER: _ClassVar[int]
    card: int
    trump: int
    def __init__(self, card: _Optional[int] = ..., trump: _Optional[int] = ...) -> None: ...
