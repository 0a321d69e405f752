#include <sqlite3.h>

// Swift cannot call functions with variable arguments.

/// Makes the library count no memory, which takes a lock of the whole process with each allocation. Before it is used
/// for the first time; later it changes nothing.
static inline int hearth_sqlite_leave_memory_uncounted(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
