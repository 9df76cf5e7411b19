// How fast simdjson alone parses an export: what the machine allows, not a converter.
//
//     dom EXPORT
//
// The children of the top-level sections are cut into runs of whole siblings of about 1 MB, each wrapped in {}, and
// every run is parsed by one parser, whose buffers are warm from the second pass on. Reading and cutting are not
// timed. Prints the best of the passes as JSON.

#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr size_t runLength = 1 << 20;
constexpr int passes = 3;

/// The children of each section that is an object, as objects of about `runLength` bytes.
std::vector<simdjson::padded_string> cut(const std::string &json) {
  std::vector<simdjson::padded_string> runs;
  size_t start = 0;  // of the run: the byte after a section's `{` or after a comma between its children
  size_t depth = 0;
  bool object = false;  // whether the section is one
  auto take = [&](size_t end) {
    if (end > start) runs.emplace_back("{" + json.substr(start, end - start) + "}");
  };
  for (size_t at = 0; at < json.size(); at++) {
    switch (json[at]) {
    case '"':
      for (at++; at < json.size() && json[at] != '"'; at++) at += json[at] == '\\';
      break;
    case '{':
    case '[':
      if (++depth == 2) {
        start = at + 1;
        object = json[at] == '{';
      }
      break;
    case ',':
      if (depth == 2 && object && at - start >= runLength) {
        take(at);
        start = at + 1;
      }
      break;
    case '}':
      if (depth == 2) take(at);
      depth--;
      break;
    case ']':
      depth--;
      break;
    }
  }
  return runs;
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 2) return std::fprintf(stderr, "usage: dom EXPORT\n"), 2;
  std::ifstream file(arguments[1], std::ios::binary);
  std::string json((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) return std::fprintf(stderr, "dom: cannot read %s\n", arguments[1]), 1;

  auto runs = cut(json);
  std::string().swap(json);
  size_t bytes = 0;
  for (auto &run : runs) bytes += run.size();

  simdjson::dom::parser parser;
  double best = 1e9;
  for (int pass = 0; pass < passes; pass++) {
    auto begin = std::chrono::steady_clock::now();
    for (auto &run : runs) {
      auto error = parser.parse(run).error();
      if (error) return std::fprintf(stderr, "dom: %s\n", simdjson::error_message(error)), 1;
    }
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count());
  }
  std::printf("{\"bytes\":%zu,\"runs\":%zu,\"seconds\":%.6f,\"gigabytesPerSecond\":%.3f}\n", bytes, runs.size(), best,
              double(bytes) / 1e9 / best);
}
