#include "cjson.h"

#include <cstring>
#include <new>
#include <simdjson.h>
#include <type_traits>

using namespace simdjson;

struct cjson_parser {
    dom::parser parser;
};

namespace {

/// simdjson's elements and iterators are a document and a place in it, but do not let us see
/// either: the handle has the same bytes.
template <typename Wanted, typename Given>
Wanted reinterpret(const Given &given) noexcept {
    static_assert(sizeof(Wanted) == sizeof(Given), "simdjson has changed");
    static_assert(std::is_trivially_copyable<Wanted>::value, "simdjson has changed");
    static_assert(std::is_trivially_copyable<Given>::value, "simdjson has changed");
    Wanted wanted;
    std::memcpy(static_cast<void *>(&wanted), &given, sizeof wanted);
    return wanted;
}

dom::element element(cjson_value value) noexcept {
    return reinterpret<dom::element>(value);
}

template <typename Given>
cjson_value handle(const Given &given) noexcept {
    return reinterpret<cjson_value>(given);
}

const char *words(error_code error) noexcept {
    switch (error) {
    case EMPTY: return "there is nothing";
    case MEMALLOC: return "";
    case CAPACITY: return "it is too large";
    case DEPTH_ERROR: return "it is nested more than 1024 deep";
    case UTF8_ERROR: return "it is not UTF-8";
    case STRING_ERROR: return "a string has a bad escape";
    case UNESCAPED_CHARS: return "a string has a line break or control character in it";
    case UNCLOSED_STRING: return "a string does not end";
    case NUMBER_ERROR: return "a number is badly written or too large";
    case T_ATOM_ERROR:
    case F_ATOM_ERROR:
    case N_ATOM_ERROR: return "a word is neither true, false nor null";
    default: return "a comma, colon, bracket or value is missing or misplaced";
    }
}

template <typename Result>
bool get(cjson_value value, Result &result) noexcept {
    return element(value).get(result) == SUCCESS;
}

}  // namespace

cjson_parser *cjson_create() {
    return new (std::nothrow) cjson_parser;
}

void cjson_destroy(cjson_parser *parser) {
    delete parser;
}

const char *cjson_parse(
    cjson_parser *parser, const void *text, size_t length, cjson_value *root) {
    if (!parser) return words(MEMALLOC);
    const auto bytes = static_cast<const uint8_t *>(text);
    // All else that is called here takes no memory.
    static_assert(noexcept(parser->parser.parse(bytes, length)), "an exception must not leave C++");
    dom::element parsed;
    if (auto error = parser->parser.parse(bytes, length).get(parsed)) return words(error);
    *root = handle(parsed);
    return nullptr;
}

cjson_type cjson_type_of(cjson_value value) {
    switch (element(value).type()) {
    case dom::element_type::ARRAY: return CJSON_ARRAY;
    case dom::element_type::OBJECT: return CJSON_OBJECT;
    case dom::element_type::INT64: return CJSON_INTEGER;
    case dom::element_type::UINT64:
    case dom::element_type::DOUBLE: return CJSON_NUMBER;
    case dom::element_type::STRING: return CJSON_STRING;
    case dom::element_type::BOOL: return CJSON_BOOL;
    default: return CJSON_NULL;
    }
}

bool cjson_bool(cjson_value value, bool *result) {
    return get(value, *result);
}

bool cjson_integer(cjson_value value, int64_t *result) {
    return get(value, *result);
}

bool cjson_number(cjson_value value, double *result) {
    return get(value, *result);
}

bool cjson_text(cjson_value value, cjson_string *result) {
    std::string_view text;
    if (!get(value, text)) return false;
    *result = {text.data(), text.size()};
    return true;
}

size_t cjson_count(cjson_value value) {
    dom::array array;
    return get(value, array) ? array.size() : 0;
}

bool cjson_element(cjson_value value, size_t index, cjson_value *result) {
    dom::array array;
    dom::element found;
    if (!get(value, array) || array.at(index).get(found) != SUCCESS) return false;
    *result = handle(found);
    return true;
}

bool cjson_numbers(cjson_value value, double *numbers, size_t count) {
    dom::array array;
    if (!get(value, array)) return false;
    size_t found = 0;
    for (auto next = array.begin(); found < count && next != array.end(); ++next, ++found)
        if ((*next).get(numbers[found]) != SUCCESS) return false;
    return found == count;
}

cjson_elements cjson_elements_of(cjson_value value) {
    dom::array array;
    if (!get(value, array)) return {value, value};
    return {handle(array.begin()), handle(array.end())};
}

bool cjson_next_element(cjson_elements *elements, cjson_value *value) {
    auto next = reinterpret<dom::array::iterator>(elements->next);
    if (next == reinterpret<dom::array::iterator>(elements->end)) return false;
    *value = handle(*next);
    ++next;
    elements->next = handle(next);
    return true;
}

bool cjson_member(cjson_value value, const char *name, size_t length, cjson_value *result) {
    dom::object object;
    dom::element found;
    if (!get(value, object)) return false;
    if (object.at_key({name, length}).get(found) != SUCCESS) return false;
    *result = handle(found);
    return true;
}

cjson_members cjson_members_of(cjson_value value) {
    dom::object object;
    if (!get(value, object)) return {value, value};
    return {handle(object.begin()), handle(object.end())};
}

bool cjson_next_member(cjson_members *members, cjson_string *name, cjson_value *value) {
    auto next = reinterpret<dom::object::iterator>(members->next);
    if (next == reinterpret<dom::object::iterator>(members->end)) return false;
    auto key = next.key();
    *name = {key.data(), key.size()};
    *value = handle(next.value());
    ++next;
    members->next = handle(next);
    return true;
}
