#pragma once
#include <stddef.h>
#include <stdint.h>

/// What the scan carries from one block of 64 bytes to the next. All zero: outside a string.
typedef struct {
  uint64_t in_string;  ///< all ones while a string is open at the end of the last block
  uint64_t escaped;    ///< 1 while the next byte is escaped
} replant_scan_state;

/// The bits of one block of 64 bytes, the first byte in the lowest bit.
typedef struct {
  uint64_t quotes;  ///< quotes that open or close a string
  uint64_t opens;   ///< `{` and `[` outside strings
  uint64_t closes;  ///< `}` and `]` outside strings
  uint64_t commas;  ///< `,` outside strings
} replant_scan_block;

/// Scans `blocks` × 64 bytes into as many masks. A backslash escapes the byte after it (outside a string,
/// too, where it is an error that the parser finds).
void replant_scan(replant_scan_state *state, const uint8_t *bytes, size_t blocks, replant_scan_block *out);

/// Which kernel runs here: "avx2", "neon" or "plain".
const char *replant_scan_kernel(void);
/// The plain kernel, for tests that compare the others with it.
void replant_scan_plain(replant_scan_state *state, const uint8_t *bytes, size_t blocks, replant_scan_block *out);

/// Copies the bytes that need no escape in a JSON text, from the start on: none of `"`, `\` and 0x00 … 0x1F.
/// Returns how many these are. Behind them, up to `count`, `to` may hold anything.
size_t replant_copy_plain(uint8_t *to, const uint8_t *bytes, size_t count);

/// Writes `count` bytes as they stand in a JSON text, with its escapes. `to` has room for six times as many. The answer
/// is how many were written.
size_t replant_escape(uint8_t *to, const uint8_t *bytes, size_t count);
