#pragma once
#include <zlib.h>

/// `inflateInit2` is a macro, which Swift does not import. 15 + 16: the largest window, gzip wrapper only.
static inline int replant_inflate_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
