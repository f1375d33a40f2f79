#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/// Lets SQLite do without counting the memory it uses, which takes a lock each time. To be called
/// before all else; `sqlite3_config` itself cannot be called from Swift, for its `...`.
void csqlite_count_no_memory(void);

#endif
