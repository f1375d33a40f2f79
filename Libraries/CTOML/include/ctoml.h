#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Tables and arrays, and parts of a dotted key, go at most so deep.
#define CTOML_DEEPEST 16

enum ctoml_type {
    CTOML_TABLE,
    CTOML_ARRAY,
    CTOML_STRING,
    CTOML_INTEGER,
    CTOML_FLOAT,
    CTOML_BOOLEAN,
    CTOML_DATE_TIME,
};

/// Bytes in UTF-8, which may hold NULs; not terminated.
struct ctoml_text {
    const char *bytes;
    size_t count;
};

struct ctoml_entry {
    enum ctoml_type type;
    /// Place of the table or array that it is in; the document itself, the first entry, is in
    /// itself.
    size_t parent;
    /// Empty in an array.
    struct ctoml_text key;
    /// Where the key stands, or in an array the value; both count from 1.
    uint32_t line, column;
    /// The entries of a table or an array: so many, from this place on.
    size_t first_child, child_count;
    /// Of a string or, as TOML writes it, a date or time.
    struct ctoml_text text;
    int64_t integer;
    double real;
    bool boolean;
};

/// What was read, or why it could not be.
struct ctoml_document {
    /// Every entry comes after its parent.
    const struct ctoml_entry *entries;
    size_t count;
    /// `NULL` if all is well; else it ends with NUL and there are no entries.
    const char *message;
    uint32_t line, column;
};

/// `NULL` if there is too little memory; give anything else to `ctoml_free`. Needs `bytes` only until
/// it returns.
const struct ctoml_document *ctoml_parse(const char *bytes, size_t count);

/// Frees everything that `document` points to.
void ctoml_free(const struct ctoml_document *document);

#ifdef __cplusplus
}
#endif
