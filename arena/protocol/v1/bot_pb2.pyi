from arena.protocol.v1 import color_elevator_pb2 as _color_elevator_pb2
from arena.protocol.v1 import linger_longer_pb2 as _linger_longer_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EventType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EVENT_TYPE_UNSPECIFIED: _ClassVar[EventType]
    EVENT_TYPE_DEAL: _ClassVar[EventType]
    EVENT_TYPE_PLAY: _ClassVar[EventType]
    EVENT_TYPE_DRAW: _ClassVar[EventType]
    EVENT_TYPE_NAME_TRUMP: _ClassVar[EventType]
    EVENT_TYPE_FLIP: _ClassVar[EventType]
    EVENT_TYPE_PICK_UP: _ClassVar[EventType]
    EVENT_TYPE_PASS: _ClassVar[EventType]
    EVENT_TYPE_RESHUFFLE: _ClassVar[EventType]
    EVENT_TYPE_OUT: _ClassVar[EventType]
EVENT_TYPE_UNSPECIFIED: EventType
EVENT_TYPE_DEAL: EventType
EVENT_TYPE_PLAY: EventType
EVENT_TYPE_DRAW: EventType
EVENT_TYPE_NAME_TRUMP: EventType
EVENT_TYPE_FLIP: EventType
EVENT_TYPE_PICK_UP: EventType
EVENT_TYPE_PASS: EventType
EVENT_TYPE_RESHUFFLE: EventType
EVENT_TYPE_OUT: EventType

class BotMessage(_message.Message):
    __slots__ = ("hello", "choices")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    choices: _containers.RepeatedCompositeFieldContainer[Choice]
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., choices: _Optional[_Iterable[_Union[Choice, _Mapping]]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("token", "protocol_version", "name", "language", "games")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    token: str
    protocol_version: int
    name: str
    language: str
    games: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, token: _Optional[str] = ..., protocol_version: _Optional[int] = ..., name: _Optional[str] = ..., language: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ...) -> None: ...

class ArenaMessage(_message.Message):
    __slots__ = ("welcome", "starts", "turns", "ends")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    STARTS_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    ENDS_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    starts: _containers.RepeatedCompositeFieldContainer[MatchStart]
    turns: _containers.RepeatedCompositeFieldContainer[Turn]
    ends: _containers.RepeatedCompositeFieldContainer[MatchEnd]
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., starts: _Optional[_Iterable[_Union[MatchStart, _Mapping]]] = ..., turns: _Optional[_Iterable[_Union[Turn, _Mapping]]] = ..., ends: _Optional[_Iterable[_Union[MatchEnd, _Mapping]]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol_version",)
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    def __init__(self, protocol_version: _Optional[int] = ...) -> None: ...

class MatchStart(_message.Message):
    __slots__ = ("match", "seat", "players", "move_ms", "bank_ms", "seed", "resumed", "events", "linger_longer", "color_elevator")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    MOVE_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    RESUMED_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    LINGER_LONGER_FIELD_NUMBER: _ClassVar[int]
    COLOR_ELEVATOR_FIELD_NUMBER: _ClassVar[int]
    match: int
    seat: int
    players: _containers.RepeatedScalarFieldContainer[str]
    move_ms: int
    bank_ms: int
    seed: bytes
    resumed: bool
    events: bytes
    linger_longer: _linger_longer_pb2.LingerLongerOptions
    color_elevator: _color_elevator_pb2.ColorElevatorOptions
    def __init__(self, match: _Optional[int] = ..., seat: _Optional[int] = ..., players: _Optional[_Iterable[str]] = ..., move_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., seed: _Optional[bytes] = ..., resumed: _Optional[bool] = ..., events: _Optional[bytes] = ..., linger_longer: _Optional[_Union[_linger_longer_pb2.LingerLongerOptions, _Mapping]] = ..., color_elevator: _Optional[_Union[_color_elevator_pb2.ColorElevatorOptions, _Mapping]] = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("turn_id", "match", "limit_us", "last_us", "faults", "events", "linger_longer", "color_elevator")
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    LIMIT_US_FIELD_NUMBER: _ClassVar[int]
    LAST_US_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    LINGER_LONGER_FIELD_NUMBER: _ClassVar[int]
    COLOR_ELEVATOR_FIELD_NUMBER: _ClassVar[int]
    turn_id: int
    match: int
    limit_us: int
    last_us: int
    faults: int
    events: bytes
    linger_longer: _linger_longer_pb2.LingerLongerView
    color_elevator: _color_elevator_pb2.ColorElevatorView
    def __init__(self, turn_id: _Optional[int] = ..., match: _Optional[int] = ..., limit_us: _Optional[int] = ..., last_us: _Optional[int] = ..., faults: _Optional[int] = ..., events: _Optional[bytes] = ..., linger_longer: _Optional[_Union[_linger_longer_pb2.LingerLongerView, _Mapping]] = ..., color_elevator: _Optional[_Union[_color_elevator_pb2.ColorElevatorView, _Mapping]] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("turn_id", "note", "linger_longer", "color_elevator")
    TURN_ID_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    LINGER_LONGER_FIELD_NUMBER: _ClassVar[int]
    COLOR_ELEVATOR_FIELD_NUMBER: _ClassVar[int]
    turn_id: int
    note: str
    linger_longer: _linger_longer_pb2.LingerLongerMove
    color_elevator: _color_elevator_pb2.ColorElevatorMove
    def __init__(self, turn_id: _Optional[int] = ..., note: _Optional[str] = ..., linger_longer: _Optional[_Union[_linger_longer_pb2.LingerLongerMove, _Mapping]] = ..., color_elevator: _Optional[_Union[_color_elevator_pb2.ColorElevatorMove, _Mapping]] = ...) -> None: ...

class MatchEnd(_message.Message):
    __slots__ = ("match", "places", "chips", "events")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    match: int
    places: bytes
    chips: _containers.RepeatedScalarFieldContainer[int]
    events: bytes
    def __init__(self, match: _Optional[int] = ..., places: _Optional[bytes] = ..., chips: _Optional[_Iterable[int]] = ..., events: _Optional[bytes] = ...) -> None: ...
