#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A simdjson DOM parser; its tape and strings are reused by the next parse.
typedef struct replant_parser replant_parser;

replant_parser *replant_parser_new(void);
void replant_parser_free(replant_parser *parser);

/// Parses `count` bytes, behind which `SIMDJSON_PADDING` (at most 64) more must be readable.
/// Returns 0, or simdjson's error code (facts 8: 3 structure, 4 depth, 5 string, 9 number, 10 UTF-8).
int replant_parser_parse(replant_parser *parser, const uint8_t *bytes, size_t count);

/// The tape of the last parse that returned 0. Word 0 is the root, word 1 the value.
uint64_t *replant_parser_tape(replant_parser *parser);
/// Where the tape's strings point to: four bytes of length, the bytes, NUL.
const uint8_t *replant_parser_strings(replant_parser *parser);

#ifdef __cplusplus
}
#endif
