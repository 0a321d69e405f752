#include <string.h>

#include "coach.h"

// Array literals of this size take the Swift compiler over a minute; `#embed` takes no time. A new file needs its two parts.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t acts[] = {
#embed <acts.tsv>
};
static const uint8_t allergens[] = {
#embed <allergens.tsv>
};
static const uint8_t category_model[] = {
#embed <category_model.bin>
};
static const uint8_t child_energy[] = {
#embed <child_energy.tsv>
};
static const uint8_t danger_model[] = {
#embed <danger_model.bin>
};
static const uint8_t dietary_conditions[] = {
#embed <dietary_conditions.tsv>
};
static const uint8_t dietary_conflicts[] = {
#embed <dietary_conflicts.tsv>
};
static const uint8_t examples[] = {
#embed <examples.tsv>
};
static const uint8_t exercise_guide[] = {
#embed <exercise_guide.tsv>
};
static const uint8_t exercises[] = {
#embed <exercises.tsv>
};
static const uint8_t fallbacks[] = {
#embed <fallbacks.tsv>
};
static const uint8_t figures[] = {
#embed <figures.tsv>
};
static const uint8_t first_aid[] = {
#embed <first_aid.tsv>
};
static const uint8_t first_aid_signs[] = {
#embed <first_aid_signs.tsv>
};
static const uint8_t habits[] = {
#embed <habits.tsv>
};
static const uint8_t intents[] = {
#embed <intents.tsv>
};
static const uint8_t plan_foods[] = {
#embed <plan_foods.tsv>
};
static const uint8_t plan_options[] = {
#embed <plan_options.tsv>
};
static const uint8_t plan_model[] = {
#embed <plan_model.bin>
};
static const uint8_t remark_model[] = {
#embed <remark_model.bin>
};
static const uint8_t questions[] = {
#embed <questions.tsv>
};
static const uint8_t regions[] = {
#embed <regions.tsv>
};
static const uint8_t safety_classes[] = {
#embed <safety_classes.tsv>
};
static const uint8_t safety_idioms[] = {
#embed <safety_idioms.tsv>
};
static const uint8_t safety_replies[] = {
#embed <safety_replies.tsv>
};
static const uint8_t safety_rules[] = {
#embed <safety_rules.tsv>
};
static const uint8_t safety_spellings[] = {
#embed <safety_spellings.tsv>
};
static const uint8_t sentence_encoder[] = {
#embed <sentence_encoder.bin>
};
static const uint8_t statement_model[] = {
#embed <statement_model.bin>
};
static const uint8_t swaps[] = {
#embed <swaps.tsv>
};
static const uint8_t topics[] = {
#embed <topics.tsv>
};
static const uint8_t vital_limits[] = {
#embed <vital_limits.tsv>
};
static const uint8_t wording[] = {
#embed <wording.tsv>
};
static const uint8_t words[] = {
#embed <words.tsv>
};
static const uint8_t workout_doses[] = {
#embed <workout_doses.tsv>
};
static const uint8_t workout_sessions[] = {
#embed <workout_sessions.tsv>
};
static const uint8_t workout_weeks[] = {
#embed <workout_weeks.tsv>
};

#define TABLE(name) {#name, name, sizeof name}

static const struct hearth_coach_table tables[] = {
    TABLE(acts),
    TABLE(allergens),
    TABLE(category_model),
    TABLE(child_energy),
    TABLE(danger_model),
    TABLE(dietary_conditions),
    TABLE(dietary_conflicts),
    TABLE(examples),
    TABLE(exercise_guide),
    TABLE(exercises),
    TABLE(fallbacks),
    TABLE(figures),
    TABLE(first_aid),
    TABLE(first_aid_signs),
    TABLE(habits),
    TABLE(intents),
    TABLE(plan_foods),
    TABLE(plan_options),
    TABLE(plan_model),
    TABLE(questions),
    TABLE(remark_model),
    TABLE(regions),
    TABLE(safety_classes),
    TABLE(safety_idioms),
    TABLE(safety_replies),
    TABLE(safety_rules),
    TABLE(safety_spellings),
    TABLE(sentence_encoder),
    TABLE(statement_model),
    TABLE(swaps),
    TABLE(topics),
    TABLE(vital_limits),
    TABLE(wording),
    TABLE(words),
    TABLE(workout_doses),
    TABLE(workout_sessions),
    TABLE(workout_weeks),
};

const struct hearth_coach_table *hearth_coach_table(const char *name) {
  for (size_t index = 0; index < sizeof tables / sizeof *tables; index++) {
    if (strcmp(tables[index].name, name) == 0) return &tables[index];
  }
  return NULL;
}
