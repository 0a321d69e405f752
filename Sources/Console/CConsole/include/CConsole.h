/// The files of the console, as they are in `Sources/Console/Resources`.
#ifndef HEARTH_CCONSOLE_H
#define HEARTH_CCONSOLE_H

#include <stddef.h>
#include <stdint.h>

/// One file; valid until the program ends.
struct hearth_console_file {
  const char *_Nonnull name;
  const uint8_t *_Nonnull bytes;
  size_t count;
};

/// The files, in no particular order.
const struct hearth_console_file *_Nonnull hearth_console_files(void);

/// The number of files.
size_t hearth_console_files_count(void);

#endif
