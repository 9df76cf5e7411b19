#include "cscan.h"

// One block of 64 bytes at a time: which bytes are quotes, backslashes and brackets, and from these
// which quotes count and what lies inside strings. The idea (prefix parity of the quotes by a product
// without carries) is from Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019.

typedef struct {
  uint64_t quote, backslash, open, close, comma;
} raw_masks;

/// The bytes that a backslash escapes, `state->escaped` carried in and out. Backslashes are rare, so
/// that a loop over them costs less than it looks.
static inline uint64_t escaped_bytes(replant_scan_state *state, uint64_t backslash) {
  uint64_t escaped = state->escaped;
  state->escaped = 0;
  backslash &= ~escaped;
  while (backslash) {
    uint64_t first = backslash & (0 - backslash);
    if (first >> 63) state->escaped = 1;
    escaped |= first << 1;
    backslash &= ~(first | first << 1);
  }
  return escaped;
}

static inline replant_scan_block finish(replant_scan_state *state, raw_masks raw, uint64_t escaped,
                                        uint64_t inside) {
  // `inside` covers a string from its opening quote to the byte before the closing one.
  replant_scan_block block = {raw.quote & ~escaped, raw.open & ~inside, raw.close & ~inside,
                              raw.comma & ~inside};
  state->in_string = (uint64_t)((int64_t)inside >> 63);
  return block;
}

/// Bit n of the result is the parity of the bits 0 … n.
static inline uint64_t prefix_xor(uint64_t bits) {
  for (int shift = 1; shift < 64; shift <<= 1) bits ^= bits << shift;
  return bits;
}

void replant_scan_plain(replant_scan_state *state, const uint8_t *bytes, size_t blocks,
                        replant_scan_block *out) {
  for (size_t n = 0; n < blocks; n++, bytes += 64) {
    raw_masks raw = {0, 0, 0, 0, 0};
    for (int i = 0; i < 64; i++) {
      uint64_t bit = 1ULL << i;
      uint8_t byte = bytes[i];
      if (byte == '"') raw.quote |= bit;
      if (byte == '\\') raw.backslash |= bit;
      if ((byte | 0x20) == '{') raw.open |= bit;
      if ((byte | 0x20) == '}') raw.close |= bit;
      if (byte == ',') raw.comma |= bit;
    }
    uint64_t escaped = escaped_bytes(state, raw.backslash);
    out[n] = finish(state, raw, escaped, prefix_xor(raw.quote & ~escaped) ^ state->in_string);
  }
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2"))) static inline uint64_t equal(__m256i low, __m256i high, char byte) {
  __m256i wanted = _mm256_set1_epi8(byte);
  uint32_t a = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted));
  uint32_t b = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted));
  return a | (uint64_t)b << 32;
}

__attribute__((target("avx2,pclmul"))) static void scan_avx2(replant_scan_state *state, const uint8_t *bytes,
                                                             size_t blocks, replant_scan_block *out) {
  const __m256i case_bit = _mm256_set1_epi8(0x20);
  const __m128i ones = _mm_set1_epi8((char)0xFF);
  for (size_t n = 0; n < blocks; n++, bytes += 64) {
    __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
    __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    // `[` and `{`, `]` and `}` differ in one bit only.
    __m256i low20 = _mm256_or_si256(low, case_bit), high20 = _mm256_or_si256(high, case_bit);
    raw_masks raw = {equal(low, high, '"'), equal(low, high, '\\'), equal(low20, high20, '{'),
                     equal(low20, high20, '}'), equal(low, high, ',')};
    uint64_t escaped = escaped_bytes(state, raw.backslash);
    // Multiplying by all ones without carries is the prefix parity.
    __m128i quotes = _mm_set_epi64x(0, (long long)(raw.quote & ~escaped));
    uint64_t parity = (uint64_t)_mm_cvtsi128_si64(_mm_clmulepi64_si128(quotes, ones, 0));
    out[n] = finish(state, raw, escaped, parity ^ state->in_string);
  }
}

static int has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul"); }

void replant_scan(replant_scan_state *state, const uint8_t *bytes, size_t blocks, replant_scan_block *out) {
  (has_avx2() ? scan_avx2 : replant_scan_plain)(state, bytes, blocks, out);
}

const char *replant_scan_kernel(void) { return has_avx2() ? "avx2" : "plain"; }

#elif defined(__aarch64__)
#include <arm_neon.h>

/// One bit a byte out of four vectors of 0x00 or 0xFF: keep bit i of each byte, then add neighbours.
static inline uint64_t bits(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t ab = vpaddq_u8(vandq_u8(a, weights), vandq_u8(b, weights));
  uint8x16_t cd = vpaddq_u8(vandq_u8(c, weights), vandq_u8(d, weights));
  uint8x16_t all = vpaddq_u8(ab, cd);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

static inline uint64_t equal(const uint8x16_t v[4], uint8_t byte) {
  uint8x16_t wanted = vdupq_n_u8(byte);
  return bits(vceqq_u8(v[0], wanted), vceqq_u8(v[1], wanted), vceqq_u8(v[2], wanted), vceqq_u8(v[3], wanted));
}

void replant_scan(replant_scan_state *state, const uint8_t *bytes, size_t blocks, replant_scan_block *out) {
  const uint8x16_t case_bit = vdupq_n_u8(0x20);
  for (size_t n = 0; n < blocks; n++, bytes += 64) {
    uint8x16_t v[4], v20[4];
    for (int i = 0; i < 4; i++) v20[i] = vorrq_u8(v[i] = vld1q_u8(bytes + 16 * i), case_bit);
    raw_masks raw = {equal(v, '"'), equal(v, '\\'), equal(v20, '{'), equal(v20, '}'),
                     equal(v, ',')};
    uint64_t escaped = escaped_bytes(state, raw.backslash);
    out[n] = finish(state, raw, escaped, prefix_xor(raw.quote & ~escaped) ^ state->in_string);
  }
}

const char *replant_scan_kernel(void) { return "neon"; }

#else

void replant_scan(replant_scan_state *state, const uint8_t *bytes, size_t blocks, replant_scan_block *out) {
  replant_scan_plain(state, bytes, blocks, out);
}

const char *replant_scan_kernel(void) { return "plain"; }

#endif
