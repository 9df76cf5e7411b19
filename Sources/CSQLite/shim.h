#pragma once
#include <sqlite3.h>

/// `SQLITE_STATIC` and `SQLITE_TRANSIENT` are casts, which Swift does not import.
static inline int replant_bind_text(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes ? (const char *)bytes : "", count, SQLITE_STATIC);
}
static inline int replant_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_STATIC);
}
