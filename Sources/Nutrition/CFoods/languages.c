#include <string.h>

#include "foods.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t en_words[] = {
#embed <languages/en/words.tsv>
};
static const uint8_t en_phrases[] = {
#embed <languages/en/phrases.tsv>
};
static const uint8_t en_mentions[] = {
#embed <languages/en/mentions.bin>
};
static const uint8_t es_words[] = {
#embed <languages/es/words.tsv>
};
static const uint8_t es_names[] = {
#embed <languages/es/names.tsv>
};
static const uint8_t es_portions[] = {
#embed <languages/es/portions.tsv>
};
static const uint8_t es_inflection[] = {
#embed <languages/es/inflection.tsv>
};
static const uint8_t es_mentions[] = {
#embed <languages/es/mentions.bin>
};
static const uint8_t pt_words[] = {
#embed <languages/pt/words.tsv>
};
static const uint8_t pt_names[] = {
#embed <languages/pt/names.tsv>
};
static const uint8_t pt_portions[] = {
#embed <languages/pt/portions.tsv>
};
static const uint8_t pt_inflection[] = {
#embed <languages/pt/inflection.tsv>
};
static const uint8_t pt_mentions[] = {
#embed <languages/pt/mentions.bin>
};
static const uint8_t fr_words[] = {
#embed <languages/fr/words.tsv>
};
static const uint8_t fr_names[] = {
#embed <languages/fr/names.tsv>
};
static const uint8_t fr_portions[] = {
#embed <languages/fr/portions.tsv>
};
static const uint8_t fr_inflection[] = {
#embed <languages/fr/inflection.tsv>
};
static const uint8_t fr_mentions[] = {
#embed <languages/fr/mentions.bin>
};
static const uint8_t de_words[] = {
#embed <languages/de/words.tsv>
};
static const uint8_t de_names[] = {
#embed <languages/de/names.tsv>
};
static const uint8_t de_portions[] = {
#embed <languages/de/portions.tsv>
};
static const uint8_t de_inflection[] = {
#embed <languages/de/inflection.tsv>
};
static const uint8_t de_mentions[] = {
#embed <languages/de/mentions.bin>
};
static const uint8_t it_words[] = {
#embed <languages/it/words.tsv>
};
static const uint8_t it_names[] = {
#embed <languages/it/names.tsv>
};
static const uint8_t it_portions[] = {
#embed <languages/it/portions.tsv>
};
static const uint8_t it_inflection[] = {
#embed <languages/it/inflection.tsv>
};
static const uint8_t it_mentions[] = {
#embed <languages/it/mentions.bin>
};
static const uint8_t unsupported[] = {
#embed <languages/unsupported.tsv>
};

#define ENTRY(language, file) {#language, #file, {language##_##file, sizeof language##_##file}}

static const struct {
  const char *language;
  const char *name;
  struct hearth_file file;
} files[] = {
    ENTRY(en, words), ENTRY(en, phrases), ENTRY(en, mentions),
    ENTRY(es, words), ENTRY(es, names), ENTRY(es, portions), ENTRY(es, inflection), ENTRY(es, mentions),
    ENTRY(pt, words), ENTRY(pt, names), ENTRY(pt, portions), ENTRY(pt, inflection), ENTRY(pt, mentions),
    ENTRY(fr, words), ENTRY(fr, names), ENTRY(fr, portions), ENTRY(fr, inflection), ENTRY(fr, mentions),
    ENTRY(de, words), ENTRY(de, names), ENTRY(de, portions), ENTRY(de, inflection), ENTRY(de, mentions),
    ENTRY(it, words), ENTRY(it, names), ENTRY(it, portions), ENTRY(it, inflection), ENTRY(it, mentions),
    {"", "unsupported", {unsupported, sizeof unsupported}},
};

const struct hearth_file *hearth_language_file(const char *language, const char *name) {
  for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
    if (strcmp(files[index].language, language) == 0 && strcmp(files[index].name, name) == 0) return &files[index].file;
  }
  return NULL;
}
