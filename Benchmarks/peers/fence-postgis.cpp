// PostGIS: geography with a GiST index, a prepared statement over a Unix socket (PGHOST and the
// like say which).
#include "fences.h"
#include <libpq-fe.h>

int main(int count, char **arguments) {
    Bench bench(count, arguments);
    PGconn *postgres = PQconnectdb("");
    auto run = [&](const char *text) {
        PGresult *result = PQexec(postgres, text);
        if (PQresultStatus(result) == PGRES_FATAL_ERROR) {
            fprintf(stderr, "%s", PQerrorMessage(postgres));
            exit(1);
        }
        PQclear(result);
    };
    run("SET client_min_messages = error; CREATE EXTENSION IF NOT EXISTS postgis;"
        "DROP TABLE IF EXISTS line, region;"
        "CREATE UNLOGGED TABLE line (id int, longitude float8, latitude float8)");
    run("COPY line FROM STDIN");
    for (size_t i = 0; i < bench.regions.size(); i++) {
        char line[96];
        int length = snprintf(line, sizeof line, "%zu\t%.9f\t%.9f\n", i,
                              bench.regions[i].longitude, bench.regions[i].latitude);
        PQputCopyData(postgres, line, length);
    }
    PQputCopyEnd(postgres, 0);
    PQclear(PQgetResult(postgres));
    run("CREATE UNLOGGED TABLE region AS SELECT id, "
        "ST_SetSRID(ST_MakePoint(longitude, latitude), 4326)::geography AS center FROM line;"
        "CREATE INDEX ON region USING gist (center)");
    run("VACUUM ANALYZE region");
    PQclear(PQprepare(postgres, "find",
                      "SELECT id FROM region WHERE ST_DWithin(center, "
                      "ST_SetSRID(ST_MakePoint($1::float8, $2::float8), 4326)::geography, 200)",
                      2, 0));
    return bench.serve([&](Membership &membership) {
        for (uint32_t i = 0; i < bench.fixes.size(); i++) {
            char longitude[32], latitude[32];
            snprintf(longitude, sizeof longitude, "%.9f", bench.fixes[i].longitude);
            snprintf(latitude, sizeof latitude, "%.9f", bench.fixes[i].latitude);
            const char *values[] = {longitude, latitude};
            PGresult *found = PQexecPrepared(postgres, "find", 2, values, 0, 0, 0);
            if (PQresultStatus(found) != PGRES_TUPLES_OK) exit(1);
            membership.now.clear();
            for (int row = 0; row < PQntuples(found); row++)
                membership.now.push_back((uint32_t)atol(PQgetvalue(found, row, 0)));
            PQclear(found);
            membership.follow(i);
        }
    });
}
