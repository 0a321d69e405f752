#ifndef HEARTH_FOODS_H
#define HEARTH_FOODS_H

#include <stddef.h>
#include <stdint.h>

/// The bytes of `Sources/Nutrition/Resources/foods.tsv`; valid until the program ends.
const uint8_t *_Nonnull hearth_foods(void);

/// The number of bytes.
size_t hearth_foods_count(void);

#endif
