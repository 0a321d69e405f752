#ifndef HEARTH_FOODS_H
#define HEARTH_FOODS_H

#include <stddef.h>
#include <stdint.h>

/// The bytes of `Sources/Nutrition/Resources/foods.tsv`; valid until the program ends.
const uint8_t *_Nonnull hearth_foods(void);

/// The number of bytes.
size_t hearth_foods_count(void);

/// A file that is compiled into the program.
struct hearth_file {
  const uint8_t *_Nonnull bytes;
  size_t count;
};

/// The file `Sources/Nutrition/Resources/ingredients.tsv`; valid until the program ends.
struct hearth_file hearth_ingredients(void);

/// The file `Sources/Nutrition/Resources/languages/LANGUAGE/NAME.tsv` or `.bin`, without the folder if `language` is empty; NULL
/// if there is none. Valid until the program ends.
const struct hearth_file *_Nullable hearth_language_file(const char *_Nonnull language, const char *_Nonnull name);

#endif
