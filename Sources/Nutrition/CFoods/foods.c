#include "foods.h"

// An array literal of this size takes the Swift compiler over a minute; `#embed` takes no time.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t foods[] = {
#embed "../Resources/foods.tsv"
};

const uint8_t *hearth_foods(void) { return foods; }

size_t hearth_foods_count(void) { return sizeof foods; }

static const uint8_t ingredients[] = {
#embed <ingredients.tsv>
};

struct hearth_file hearth_ingredients(void) { return (struct hearth_file){ingredients, sizeof ingredients}; }
