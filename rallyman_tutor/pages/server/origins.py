"""From where devices come, as far as a server has to know it, so that one visitor cannot take what is there for all.

No address is kept. It is hashed with a key that is made when the server starts and ends with it, so that nobody can
find the address again. Where many come through one web server, they all have its address; only whoever runs the
tutor can know that, and says whether the address that it tells is to be believed.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address, ip_network
from weakref import WeakKeyDictionary

from tornado.httputil import HTTPHeaders
from tornado.iostream import IOStream

KEY = secrets.token_bytes(16)
NETWORK = 64  # bits of an address of the sixth version that one household has
_streams: WeakKeyDictionary[IOStream, str] = WeakKeyDictionary()


def origin_of(address: str) -> str:
    """The hash of an address. Nothing for that of this machine, where a web server may stand for anybody, and for what
    is no address."""
    try:
        known = ip_address(address.strip().partition("%")[0])
    except ValueError:
        return ""
    if isinstance(known, IPv6Address) and known.ipv4_mapped:
        known = known.ipv4_mapped
    if known.is_loopback:
        return ""
    if isinstance(known, IPv6Address):
        known = ip_network((known, NETWORK), strict=False).network_address
    return blake2b(known.packed, key=KEY, digest_size=8).hexdigest()


def note(stream: IOStream, address: str) -> None:
    """Know from where a connection comes, as long as it is open."""
    _streams[stream] = origin_of(address)


def noted(stream: IOStream | None) -> str:
    """The origin of a connection; nothing where it is not known."""
    return _streams.get(stream, "") if stream is not None else ""


def forwarded(headers: HTTPHeaders) -> str:
    """The origin that the web server in front tells: it adds the address that it saw behind whatever was there."""
    return origin_of(headers.get("X-Forwarded-For", "").rpartition(",")[2])
