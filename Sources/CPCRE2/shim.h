#pragma once
/// Texts are UTF-8, so of the three libraries it is the one for bytes.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/// An empty Swift buffer has no address, and older releases insist on one.
static inline int replant_pcre2_match(const pcre2_code *code, const unsigned char *subject, size_t length,
                                      pcre2_match_data *data, pcre2_match_context *context) {
  return pcre2_match(code, subject ? subject : (const unsigned char *)"", length, 0, 0, data, context);
}

static inline pcre2_code *replant_pcre2_compile(const unsigned char *pattern, size_t length, uint32_t options,
                                                int *error, size_t *offset) {
  return pcre2_compile(pattern ? pattern : (const unsigned char *)"", length, options, error, offset, NULL);
}
