"""Reads what is packed for a browser, whose Python has no lzma: there tables are packed with zlib."""

import zlib

LZMAError = zlib.error
decompress = zlib.decompress
