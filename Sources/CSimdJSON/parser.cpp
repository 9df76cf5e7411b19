#include "csimdjson.h"

#include <new>
#include <simdjson.h>

struct replant_parser {
  simdjson::dom::parser dom;
};

replant_parser *replant_parser_new(void) { return new (std::nothrow) replant_parser(); }

void replant_parser_free(replant_parser *parser) { delete parser; }

int replant_parser_parse(replant_parser *parser, const uint8_t *bytes, size_t count) {
  // `false`: the caller has padded the buffer, so that nothing is copied.
  return static_cast<int>(parser->dom.parse(bytes, count, false).error());
}

uint64_t *replant_parser_tape(replant_parser *parser) { return parser->dom.doc.tape.get(); }

const uint8_t *replant_parser_strings(replant_parser *parser) { return parser->dom.doc.string_buf.get(); }
