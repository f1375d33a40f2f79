// What SQLite takes for the places of a database, when C fills it by prepared statements.
//
//     fill-places dump PLACES ROWS           writes the rows of a database of places into a file
//     fill-places rtree PLACES ROWS NEW      the same table and words, and an R*Tree
//     fill-places strips PLACES ROWS NEW     the leanest that answers for a brand near by: rows in
//                                            the order of their key, words without their places
//
// No text is parsed and nothing is looked up: the rows are as the import has left them.
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEARCHED "name, folded, brand, categories, address, description"
static const char all_rows[] =
    "SELECT id, source, key, edition, digest, latitude, longitude, name, folded, brand, wikidata, "
    "categories, street, house_number, postcode, city, phone, website, opening_hours, description, "
    "rating, address FROM place ORDER BY id";
enum { latitude = 5, longitude = 6, name = 7, brand = 9, categories = 11, address = 21, columns };
static const int searched[] = {name, 8, brand, categories, address, 19};

static sqlite3 *database;

static void check(int result) {
    if (result == SQLITE_OK || result == SQLITE_DONE || result == SQLITE_ROW) return;
    fprintf(stderr, "fill-places: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static void run(const char *text) { check(sqlite3_exec(database, text, 0, 0, 0)); }

static sqlite3_stmt *prepared(const char *text) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v2(database, text, -1, &statement, 0));
    return statement;
}

// A value: a number, or a text that stays where it is.
struct value {
    char type;
    int32_t length;
    union {
        int64_t integer;
        double real;
        const char *text;
    };
};
struct row {
    struct value values[columns];
};

static void dump(const char *path) {
    FILE *file = fopen(path, "wb");
    sqlite3_stmt *rows = prepared(all_rows);
    int result;
    while ((result = sqlite3_step(rows)) == SQLITE_ROW)
        for (int i = 0; i < columns; i++) {
            int type = sqlite3_column_type(rows, i);
            fputc(type, file);
            if (type == SQLITE_INTEGER) {
                int64_t integer = sqlite3_column_int64(rows, i);
                fwrite(&integer, sizeof integer, 1, file);
            } else if (type == SQLITE_FLOAT) {
                double real = sqlite3_column_double(rows, i);
                fwrite(&real, sizeof real, 1, file);
            } else if (type == SQLITE_TEXT) {
                const void *text = sqlite3_column_text(rows, i);
                int32_t length = sqlite3_column_bytes(rows, i);
                fwrite(&length, sizeof length, 1, file);
                fwrite(text, 1, (size_t)length, file);
            }
        }
    check(result);
    fclose(file);
}

static struct row *read_rows(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file), room = 1 << 16;
    rewind(file);
    char *bytes = malloc(size), *next = bytes;
    if (!bytes || fread(bytes, 1, size, file) != size) exit(1);
    struct row *rows = malloc(room * sizeof *rows);
    for (*count = 0; next < bytes + size; (*count)++) {
        if (*count == room) rows = realloc(rows, (room *= 2) * sizeof *rows);
        for (int i = 0; i < columns; i++) {
            struct value *value = &rows[*count].values[i];
            value->type = *next++;
            if (value->type == SQLITE_TEXT) {
                memcpy(&value->length, next, 4);
                value->text = next + 4;
                next += 4 + value->length;
            } else if (value->type != SQLITE_NULL) {
                memcpy(&value->integer, next, 8);
                next += 8;
            }
        }
    }
    return rows;
}

static void bind(sqlite3_stmt *statement, int place, const struct value *value) {
    switch (value->type) {
    case SQLITE_INTEGER: sqlite3_bind_int64(statement, place, value->integer); break;
    case SQLITE_FLOAT: sqlite3_bind_double(statement, place, value->real); break;
    case SQLITE_TEXT:
        sqlite3_bind_text(statement, place, value->text, value->length, SQLITE_STATIC);
        break;
    default: sqlite3_bind_null(statement, place);
    }
}

static void insert(sqlite3_stmt *statement) {
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

static void fill_words(const struct row *rows, size_t count) {
    run("INSERT INTO place_search (place_search, rank) VALUES ('hashsize', 16777216)");
    sqlite3_stmt *words = prepared(
        "INSERT INTO place_search (rowid, " SEARCHED ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    for (size_t n = 0; n < count; n++) {
        bind(words, 1, &rows[n].values[0]);
        for (int i = 0; i < 6; i++) bind(words, i + 2, &rows[n].values[searched[i]]);
        insert(words);
    }
}

static void fill_rtree(const struct row *rows, size_t count) {
    sqlite3_stmt *schema = prepared("SELECT sql FROM old.sqlite_master WHERE name IN "
                                    "('place', 'place_search') ORDER BY name");
    while (sqlite3_step(schema) == SQLITE_ROW) run((const char *)sqlite3_column_text(schema, 0));
    sqlite3_finalize(schema);
    run("CREATE VIRTUAL TABLE box USING rtree (id, west, east, south, north); BEGIN");
    sqlite3_stmt *place = prepared(
        "INSERT INTO place (id, source, key, edition, digest, latitude, longitude, name, folded, "
        "brand, wikidata, categories, street, house_number, postcode, city, phone, website, "
        "opening_hours, description, rating) VALUES "
        "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    sqlite3_stmt *box = prepared("INSERT INTO box VALUES (?1, ?2, ?2, ?3, ?3)");
    for (size_t n = 0; n < count; n++) {
        for (int i = 0; i < address; i++) bind(place, i + 1, &rows[n].values[i]);
        insert(place);
        bind(box, 1, &rows[n].values[0]);
        bind(box, 2, &rows[n].values[longitude]);
        bind(box, 3, &rows[n].values[latitude]);
        insert(box);
    }
    fill_words(rows, count);
}

static int compare(const struct value *a, const struct value *b) {
    if (a->type == SQLITE_NULL || b->type == SQLITE_NULL)
        return (b->type == SQLITE_NULL) - (a->type == SQLITE_NULL);
    int32_t least = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, (size_t)least);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

static int64_t strip(const struct row *row) {
    return (int64_t)((row->values[latitude].real + 90) / 0.02);
}

static int in_order(const void *left, const void *right) {
    const struct row *a = left, *b = right;
    int order = compare(&a->values[brand], &b->values[brand]);
    if (order) return order;
    if (strip(a) != strip(b)) return strip(a) < strip(b) ? -1 : 1;
    double west = a->values[longitude].real, east = b->values[longitude].real;
    return (west > east) - (west < east);
}

static void fill_strips(struct row *rows, size_t count) {
    run("CREATE TABLE place (brand INTEGER, strip INTEGER, longitude INTEGER, id INTEGER, "
        "latitude INTEGER, name TEXT, categories TEXT, address TEXT, "
        "PRIMARY KEY (brand, strip, longitude, id)) WITHOUT ROWID;"
        "CREATE VIRTUAL TABLE place_search USING fts5 (" SEARCHED
        ", content = '', detail = column); BEGIN");
    qsort(rows, count, sizeof *rows, in_order);
    sqlite3_stmt *place = prepared("INSERT INTO place VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    int64_t number = 0;
    for (size_t n = 0; n < count; n++) {
        const struct value *values = rows[n].values;
        number += n == 0 || compare(&rows[n - 1].values[brand], &values[brand]) != 0;
        sqlite3_bind_int64(place, 1, number);
        sqlite3_bind_int64(place, 2, strip(&rows[n]));
        sqlite3_bind_int64(place, 3, (int64_t)(values[longitude].real * 1e7));
        rows[n].values[0].integer = (int64_t)n + 1;
        bind(place, 4, &values[0]);
        sqlite3_bind_int64(place, 5, (int64_t)(values[latitude].real * 1e7));
        bind(place, 6, &values[name]);
        bind(place, 7, &values[categories]);
        bind(place, 8, &values[address]);
        insert(place);
    }
    fill_words(rows, count);
}

int main(int count, char **arguments) {
    if (count < 4) return 64;
    if (strcmp(arguments[1], "dump") == 0) {
        check(sqlite3_open_v2(arguments[2], &database, SQLITE_OPEN_READONLY, 0));
        dump(arguments[3]);
        return 0;
    }
    if (count != 5) return 64;
    size_t rows_count;
    struct row *rows = read_rows(arguments[3], &rows_count);
    check(sqlite3_open(arguments[4], &database));
    // As the import has them.
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536");
    sqlite3_stmt *attach = prepared("ATTACH ? AS old");
    sqlite3_bind_text(attach, 1, arguments[2], -1, SQLITE_STATIC);
    check(sqlite3_step(attach));
    sqlite3_finalize(attach);
    if (strcmp(arguments[1], "rtree") == 0) fill_rtree(rows, rows_count);
    else fill_strips(rows, rows_count);
    run("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
    printf("%zu places\n", rows_count);
}
