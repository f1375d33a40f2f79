#include "csqlite.h"

void csqlite_count_no_memory(void) {
    // Where SQLite has been used already, it goes on counting.
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
