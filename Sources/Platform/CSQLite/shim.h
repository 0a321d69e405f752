#include <sqlite3.h>

// Swift cannot call functions with variable arguments.

/// Disables memory statistics, which take a process-wide lock for each allocation. It must precede the first use of the library;
/// later it has no effect.
static inline int hearth_sqlite_disable_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
