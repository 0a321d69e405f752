#include <string.h>

#include "coach.h"

// Array literals of this size take the Swift compiler over a minute; `#embed` takes no time. A new file needs its two parts.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t acts[] = {
#embed "../Resources/acts.tsv"
};
static const uint8_t allergens[] = {
#embed "../Resources/allergens.tsv"
};
static const uint8_t category_model[] = {
#embed "../Resources/category_model.bin"
};
static const uint8_t danger_model[] = {
#embed "../Resources/danger_model.bin"
};
static const uint8_t dietary_conditions[] = {
#embed "../Resources/dietary_conditions.tsv"
};
static const uint8_t dietary_conflicts[] = {
#embed "../Resources/dietary_conflicts.tsv"
};
static const uint8_t examples[] = {
#embed "../Resources/examples.tsv"
};
static const uint8_t exercise_guide[] = {
#embed "../Resources/exercise_guide.tsv"
};
static const uint8_t exercises[] = {
#embed "../Resources/exercises.tsv"
};
static const uint8_t fallbacks[] = {
#embed "../Resources/fallbacks.tsv"
};
static const uint8_t figures[] = {
#embed "../Resources/figures.tsv"
};
static const uint8_t habits[] = {
#embed "../Resources/habits.tsv"
};
static const uint8_t intents[] = {
#embed "../Resources/intents.tsv"
};
static const uint8_t plan_foods[] = {
#embed "../Resources/plan_foods.tsv"
};
static const uint8_t plan_options[] = {
#embed "../Resources/plan_options.tsv"
};
static const uint8_t plan_model[] = {
#embed "../Resources/plan_model.bin"
};
static const uint8_t remark_model[] = {
#embed "../Resources/remark_model.bin"
};
static const uint8_t questions[] = {
#embed "../Resources/questions.tsv"
};
static const uint8_t regions[] = {
#embed "../Resources/regions.tsv"
};
static const uint8_t safety_classes[] = {
#embed "../Resources/safety_classes.tsv"
};
static const uint8_t safety_idioms[] = {
#embed "../Resources/safety_idioms.tsv"
};
static const uint8_t safety_replies[] = {
#embed "../Resources/safety_replies.tsv"
};
static const uint8_t safety_rules[] = {
#embed "../Resources/safety_rules.tsv"
};
static const uint8_t safety_spellings[] = {
#embed "../Resources/safety_spellings.tsv"
};
static const uint8_t sentence_encoder[] = {
#embed "../Resources/sentence_encoder.bin"
};
static const uint8_t statement_model[] = {
#embed "../Resources/statement_model.bin"
};
static const uint8_t swaps[] = {
#embed "../Resources/swaps.tsv"
};
static const uint8_t topics[] = {
#embed "../Resources/topics.tsv"
};
static const uint8_t vital_limits[] = {
#embed "../Resources/vital_limits.tsv"
};
static const uint8_t wording[] = {
#embed "../Resources/wording.tsv"
};
static const uint8_t words[] = {
#embed "../Resources/words.tsv"
};
static const uint8_t workout_doses[] = {
#embed "../Resources/workout_doses.tsv"
};
static const uint8_t workout_sessions[] = {
#embed "../Resources/workout_sessions.tsv"
};
static const uint8_t workout_weeks[] = {
#embed "../Resources/workout_weeks.tsv"
};

#define TABLE(name) {#name, name, sizeof name}

static const struct hearth_coach_table tables[] = {
    TABLE(acts),
    TABLE(allergens),
    TABLE(category_model),
    TABLE(danger_model),
    TABLE(dietary_conditions),
    TABLE(dietary_conflicts),
    TABLE(examples),
    TABLE(exercise_guide),
    TABLE(exercises),
    TABLE(fallbacks),
    TABLE(figures),
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
