#include "cscan.h"

// Most texts need no escape at all, and the rest only few: the longest part of writing JSON is finding that out.

static inline int needs_escape(uint8_t byte) { return byte < 0x20 || byte == '"' || byte == '\\'; }

static size_t plain_tail(const uint8_t *bytes, size_t from, size_t count) {
  while (from < count && !needs_escape(bytes[from])) from++;
  return from;
}

#if defined(__x86_64__)
#include <immintrin.h>

// SSE2 is in every x86-64.
size_t replant_plain_count(const uint8_t *bytes, size_t count) {
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
  const __m128i last_control = _mm_set1_epi8(0x1F);
  size_t index = 0;
  for (; index + 16 <= count; index += 16) {
    __m128i part = _mm_loadu_si128((const __m128i *)(bytes + index));
    // Unsigned: the lower of a byte and 0x1F is the byte itself where it is a control character.
    __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(part, last_control), part);
    __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(part, quote), _mm_cmpeq_epi8(part, backslash));
    int hits = _mm_movemask_epi8(_mm_or_si128(control, marks));
    if (hits) return index + (size_t)__builtin_ctz((unsigned)hits);
  }
  return plain_tail(bytes, index, count);
}

#elif defined(__aarch64__)
#include <arm_neon.h>

size_t replant_plain_count(const uint8_t *bytes, size_t count) {
  size_t index = 0;
  for (; index + 16 <= count; index += 16) {
    uint8x16_t part = vld1q_u8(bytes + index);
    uint8x16_t marks = vorrq_u8(vceqq_u8(part, vdupq_n_u8('"')), vceqq_u8(part, vdupq_n_u8('\\')));
    if (vmaxvq_u8(vorrq_u8(marks, vcltq_u8(part, vdupq_n_u8(0x20))))) break;
  }
  return plain_tail(bytes, index, count);
}

#else

size_t replant_plain_count(const uint8_t *bytes, size_t count) { return plain_tail(bytes, 0, count); }

#endif
