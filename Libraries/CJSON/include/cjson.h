#ifndef CJSON_H
#define CJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Parses one JSON text after another into the same memory, with simdjson.
typedef struct cjson_parser cjson_parser;

/// A value within the text that its parser has read last: gone with the next text and the parser.
typedef struct {
    const void *document;
    size_t place;
} cjson_value;

/// UTF-8, not terminated; lives as long as the value it comes from.
typedef struct {
    const char *bytes;
    size_t length;
} cjson_string;

typedef enum {
    CJSON_NULL,
    CJSON_BOOL,
    /// A number without fraction and exponent that fits in 64 bits with a sign.
    CJSON_INTEGER,
    CJSON_NUMBER,
    CJSON_STRING,
    CJSON_ARRAY,
    CJSON_OBJECT,
} cjson_type;

/// `NULL` if there is too little memory; then `cjson_parse` says so.
cjson_parser *cjson_create(void);
void cjson_destroy(cjson_parser *parser);

/// Reads the whole text, which is UTF-8 and nested at most 1024 deep; its bytes are not needed
/// afterwards. Returns `NULL`, or what is wrong with it as words that never change, which are empty
/// if there is too little memory.
const char *cjson_parse(
    cjson_parser *parser, const void *text, size_t length, cjson_value *root);

cjson_type cjson_type_of(cjson_value value);

/// These say whether the value is of the type; if not, `result` is left as it is.
bool cjson_bool(cjson_value value, bool *result);
bool cjson_integer(cjson_value value, int64_t *result);
/// Integers count as well.
bool cjson_number(cjson_value value, double *result);
bool cjson_text(cjson_value value, cjson_string *result);

/// How many values an array has; 0 if it is none.
size_t cjson_count(cjson_value array);
bool cjson_element(cjson_value array, size_t index, cjson_value *result);

/// The first `count` values of an array; false if it has fewer, or one of them is no number.
bool cjson_numbers(cjson_value array, double *numbers, size_t count);

/// Elements yet to come. The fields are nobody's business but the library's.
typedef struct {
    cjson_value next;
    cjson_value end;
} cjson_elements;

/// None, if it is no array.
cjson_elements cjson_elements_of(cjson_value array);
/// False after the last one.
bool cjson_next_element(cjson_elements *elements, cjson_value *value);

/// The member of that name; the first, if there are several.
bool cjson_member(cjson_value object, const char *name, size_t length, cjson_value *result);

/// Members yet to come. The fields are nobody's business but the library's.
typedef struct {
    cjson_value next;
    cjson_value end;
} cjson_members;

/// None, if it is no object.
cjson_members cjson_members_of(cjson_value object);
/// False after the last one.
bool cjson_next_member(cjson_members *members, cjson_string *name, cjson_value *value);

#ifdef __cplusplus
}
#endif

#endif
