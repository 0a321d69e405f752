#include <zlib.h>

// Macros of zlib that Swift does not import. Raw deflate: no header, no checksum (RFC 7692 §7.2).

// Memory level 5: 16 KiB of tables, in addition to a window of up to 16 KiB.
static inline int hearth_deflate_init(z_streamp stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, -window_bits, 5, Z_DEFAULT_STRATEGY);
}

static inline int hearth_inflate_init(z_streamp stream, int window_bits) { return inflateInit2(stream, -window_bits); }

// Members of a gzip file (RFC 1952), each with header and checksum; the window is of 32 KiB.
static inline int hearth_gunzip_init(z_streamp stream) { return inflateInit2(stream, 15 + 16); }
