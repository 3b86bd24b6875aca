"""Archives: several files as one, as a site's files come to a browser; `worker.js` reads those that it needs itself."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping


def archive(files: Mapping[str, bytes]) -> bytes:
    """Files as one: a line that names them with their lengths, and then their bytes."""
    head = json.dumps([(name, len(content)) for name, content in files.items()])
    return b"".join([head.encode(), b"\n", *files.values()])


def unpacked(packed: bytes) -> dict[str, bytes]:
    """The files of a packed archive; nothing where it has not come whole."""
    try:
        head, _, rest = zlib.decompress(packed, zlib.MAX_WBITS | 16).partition(b"\n")
        sizes = json.loads(head)
    except (zlib.error, ValueError):
        return {}
    found, at = dict[str, bytes](), 0
    for name, size in sizes:
        found[name] = rest[at : at + size]
        at += size
    return found
