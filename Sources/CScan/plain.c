#include "cscan.h"

// Most texts need no escape at all, and the rest only few: the longest part of writing JSON is finding that out.
// What has been read to find out is written at once.
// Words are read as little-endian machines have them, which all that Swift runs on are.

#include <string.h>

/// The high bit of each of eight bytes that needs an escape; a higher byte may be marked too.
///
/// Of `x - n` and `~x` the high bit of a byte is set where x is below n, and `x ^ c` is below 1 where x equals
/// c. A borrow can mark a byte above a true one, never below it.
static inline uint64_t marks(uint64_t word) {
  const uint64_t ones = 0x0101010101010101ULL;
  uint64_t quote = word ^ (ones * '"'), backslash = word ^ (ones * '\\');
  uint64_t low = (word - ones * 0x20) & ~word;
  return (low | ((quote - ones) & ~quote) | ((backslash - ones) & ~backslash)) & (ones << 7);
}

/// Fewer than 16 bytes: two words that overlap, of eight or of four bytes; fewer than four one by one.
static size_t copy_short(uint8_t *to, const uint8_t *bytes, size_t count) {
  if (count >= 4) {
    size_t width = count >= 8 ? 8 : 4;
    uint64_t first = 0x6161616161616161ULL, last = first;  // letters, where a word of four leaves room
    if (width == 8) {
      memcpy(&first, bytes, 8);
      memcpy(&last, bytes + count - 8, 8);
      memcpy(to, &first, 8);
      memcpy(to + count - 8, &last, 8);
    } else {
      memcpy(&first, bytes, 4);
      memcpy(&last, bytes + count - 4, 4);
      memcpy(to, &first, 4);
      memcpy(to + count - 4, &last, 4);
    }
    uint64_t hits = marks(first);
    if (hits) return (size_t)__builtin_ctzll(hits) / 8;
    hits = marks(last);
    return hits ? count - width + (size_t)__builtin_ctzll(hits) / 8 : count;
  }
  size_t index = 0;
  while (index < count && bytes[index] >= 0x20 && bytes[index] != '"' && bytes[index] != '\\') {
    to[index] = bytes[index];
    index++;
  }
  return index;
}

#if defined(__x86_64__)
#include <immintrin.h>

// SSE2 is in every x86-64.
static inline unsigned copy16(uint8_t *to, const uint8_t *bytes) {
  __m128i part = _mm_loadu_si128((const __m128i *)bytes);
  _mm_storeu_si128((__m128i *)to, part);
  // Unsigned: the lower of a byte and 0x1F is the byte itself where it is a control character.
  __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(part, _mm_set1_epi8(0x1F)), part);
  __m128i quote = _mm_cmpeq_epi8(part, _mm_set1_epi8('"'));
  __m128i backslash = _mm_cmpeq_epi8(part, _mm_set1_epi8('\\'));
  return (unsigned)_mm_movemask_epi8(_mm_or_si128(control, _mm_or_si128(quote, backslash)));
}

enum { width = 16 };

static inline size_t copy_block(uint8_t *to, const uint8_t *bytes) {
  unsigned hits = copy16(to, bytes);
  return hits ? (size_t)__builtin_ctz(hits) : width;
}

size_t replant_copy_plain(uint8_t *to, const uint8_t *bytes, size_t count) {
  if (count < 16) return copy_short(to, bytes, count);
  for (size_t index = 0; index + 16 <= count; index += 16) {
    unsigned hits = copy16(to + index, bytes + index);
    if (hits) return index + (size_t)__builtin_ctz(hits);
  }
  // The last 16 once more, some of which are known to be plain.
  unsigned hits = copy16(to + count - 16, bytes + count - 16);
  return hits ? count - 16 + (size_t)__builtin_ctz(hits) : count;
}

#else

enum { width = 8 };

static inline size_t copy_block(uint8_t *to, const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  memcpy(to, &word, 8);
  uint64_t hits = marks(word);
  return hits ? (size_t)__builtin_ctzll(hits) / 8 : width;
}

size_t replant_copy_plain(uint8_t *to, const uint8_t *bytes, size_t count) {
  size_t index = 0;
  for (; index + width <= count; index += width) {
    size_t plain = copy_block(to + index, bytes + index);
    if (plain < width) return index + plain;
  }
  return index + copy_short(to + index, bytes + index, count - index);
}

#endif

/// The letter behind the backslash; 0 where there is none but the number.
static const uint8_t letters['\\' + 1] = {
    ['"'] = '"', ['\\'] = '\\', ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};

/// Writes the escape of a byte, and gives how many bytes that took. From a table: which byte comes next is what a
/// processor cannot foresee.
static inline size_t escape(uint8_t *to, uint8_t byte) {
  to[0] = '\\';
  to[1] = letters[byte];
  if (to[1]) return 2;
  memcpy(to + 1, "u00", 3);
  to[4] = "0123456789abcdef"[byte >> 4];
  to[5] = "0123456789abcdef"[byte & 15];
  return 6;
}

size_t replant_escape(uint8_t *to, const uint8_t *bytes, size_t count) {
  uint8_t *start = to;
  const uint8_t *end = bytes + count;
  while (bytes < end) {
    // What a block writes too much is within the room for the escapes of its bytes.
    size_t left = (size_t)(end - bytes);
    size_t most = left < width ? left : width;
    size_t plain = most < width ? copy_short(to, bytes, left) : copy_block(to, bytes);
    to += plain;
    bytes += plain;
    if (plain < most) to += escape(to, *bytes++);
  }
  return (size_t)(to - start);
}
