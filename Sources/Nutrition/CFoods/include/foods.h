#ifndef HEARTH_FOODS_H
#define HEARTH_FOODS_H

#include <stddef.h>
#include <stdint.h>

/// The bytes of `Sources/Nutrition/Resources/foods.tsv`; they live as long as the program.
const uint8_t *_Nonnull hearth_foods(void);

/// How many there are.
size_t hearth_foods_count(void);

#endif
