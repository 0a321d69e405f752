#include "foods.h"

// Half a megabyte as a Swift array literal takes the compiler over a minute; here it takes none.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t foods[] = {
#embed "../Resources/foods.tsv"
};

const uint8_t *hearth_foods(void) { return foods; }

size_t hearth_foods_count(void) { return sizeof foods; }
