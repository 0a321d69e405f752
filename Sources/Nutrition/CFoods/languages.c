#include <string.h>

#include "foods.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t en_words[] = {
#embed <en/words.tsv>
};
static const uint8_t en_phrases[] = {
#embed <en/phrases.tsv>
};
static const uint8_t en_mentions[] = {
#embed <en/mentions.bin>
};
static const uint8_t es_words[] = {
#embed <es/words.tsv>
};
static const uint8_t es_names[] = {
#embed <es/names.tsv>
};
static const uint8_t es_portions[] = {
#embed <es/portions.tsv>
};
static const uint8_t es_inflection[] = {
#embed <es/inflection.tsv>
};
static const uint8_t es_mentions[] = {
#embed <es/mentions.bin>
};
static const uint8_t pt_words[] = {
#embed <pt/words.tsv>
};
static const uint8_t pt_names[] = {
#embed <pt/names.tsv>
};
static const uint8_t pt_portions[] = {
#embed <pt/portions.tsv>
};
static const uint8_t pt_inflection[] = {
#embed <pt/inflection.tsv>
};
static const uint8_t pt_mentions[] = {
#embed <pt/mentions.bin>
};
static const uint8_t fr_words[] = {
#embed <fr/words.tsv>
};
static const uint8_t fr_names[] = {
#embed <fr/names.tsv>
};
static const uint8_t fr_portions[] = {
#embed <fr/portions.tsv>
};
static const uint8_t fr_inflection[] = {
#embed <fr/inflection.tsv>
};
static const uint8_t fr_mentions[] = {
#embed <fr/mentions.bin>
};
static const uint8_t de_words[] = {
#embed <de/words.tsv>
};
static const uint8_t de_names[] = {
#embed <de/names.tsv>
};
static const uint8_t de_portions[] = {
#embed <de/portions.tsv>
};
static const uint8_t de_inflection[] = {
#embed <de/inflection.tsv>
};
static const uint8_t de_mentions[] = {
#embed <de/mentions.bin>
};
static const uint8_t it_words[] = {
#embed <it/words.tsv>
};
static const uint8_t it_names[] = {
#embed <it/names.tsv>
};
static const uint8_t it_portions[] = {
#embed <it/portions.tsv>
};
static const uint8_t it_inflection[] = {
#embed <it/inflection.tsv>
};
static const uint8_t it_mentions[] = {
#embed <it/mentions.bin>
};
static const uint8_t unsupported[] = {
#embed <unsupported.tsv>
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
