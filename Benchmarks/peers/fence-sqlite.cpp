// SQLite's R*Tree, in memory, asked by a prepared statement. Its own numbers have 32 bits: the exact
// ones are kept beside them.
#include "fences.h"
#include <sqlite3.h>

int main(int count, char **arguments) {
    Bench bench(count, arguments);
    sqlite3 *database;
    sqlite3_stmt *insert, *find;
    sqlite3_open(":memory:", &database);
    sqlite3_exec(database,
                 "CREATE VIRTUAL TABLE region USING rtree("
                 "id, west, east, south, north, +latitude, +longitude); BEGIN",
                 0, 0, 0);
    sqlite3_prepare_v2(database, "INSERT INTO region VALUES (?1, ?2, ?2, ?3, ?3, ?3, ?2)", -1,
                       &insert, 0);
    for (size_t i = 0; i < bench.regions.size(); i++) {
        sqlite3_bind_int64(insert, 1, i);
        sqlite3_bind_double(insert, 2, bench.regions[i].longitude);
        sqlite3_bind_double(insert, 3, bench.regions[i].latitude);
        if (sqlite3_step(insert) != SQLITE_DONE) return 1;
        sqlite3_reset(insert);
    }
    sqlite3_exec(database, "COMMIT", 0, 0, 0);
    if (sqlite3_prepare_v2(database,
                           "SELECT id, latitude, longitude FROM region WHERE west <= ?2 AND "
                           "east >= ?1 AND south <= ?4 AND north >= ?3",
                           -1, &find, 0) != SQLITE_OK)
        return 1;
    return bench.serve([&](Membership &membership) {
        for (uint32_t i = 0; i < bench.fixes.size(); i++) {
            Plane plane(bench.fixes[i]);
            double north = plane.reach_north(), east = plane.reach_east();
            auto [latitude, longitude] = bench.fixes[i];
            sqlite3_bind_double(find, 1, longitude - east);
            sqlite3_bind_double(find, 2, longitude + east);
            sqlite3_bind_double(find, 3, latitude - north);
            sqlite3_bind_double(find, 4, latitude + north);
            membership.now.clear();
            while (sqlite3_step(find) == SQLITE_ROW) {
                Point center{sqlite3_column_double(find, 1), sqlite3_column_double(find, 2)};
                if (plane.is_inside(center))
                    membership.now.push_back((uint32_t)sqlite3_column_int64(find, 0));
            }
            sqlite3_reset(find);
            membership.follow(i);
        }
    });
}
