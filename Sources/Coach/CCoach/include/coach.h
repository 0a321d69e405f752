#ifndef HEARTH_COACH_H
#define HEARTH_COACH_H

#include <stddef.h>
#include <stdint.h>

/// A table that is compiled into the program.
struct hearth_coach_table {
  const char *_Nonnull name;
  const uint8_t *_Nonnull bytes;
  size_t count;
};

/// The file NAME of `Sources/Coach/Resources`, without its extension; NULL if there is none. Valid until the program ends.
const struct hearth_coach_table *_Nullable hearth_coach_table(const char *_Nonnull name);

#endif
