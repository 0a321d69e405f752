// The reference program for stored meals: the same rows, written with the SQLite library alone.
//
//   raw_sqlite FOLDER BATCH SECONDS MIGRATION...
//
// BATCH meals share a commit. The schema is the server's (its migrations), and so are the settings. Prints `meals N
// seconds S p50_ms X p99_ms Y`, the times of the transactions.
#define _GNU_SOURCE
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *database;

static void check(int code, const char *what) {
  if (code == SQLITE_OK || code == SQLITE_DONE) return;
  fprintf(stderr, "raw_sqlite: %s: %s\n", what, sqlite3_errmsg(database));
  exit(1);
}

static void run(const char *sql) { check(sqlite3_exec(database, sql, NULL, NULL, NULL), sql); }

static void run_file(const char *path) {
  static char text[1 << 16];
  FILE *file = fopen(path, "rb");
  if (!file) perror(path), exit(1);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  run(text);
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), sql);
  return statement;
}

static void step(sqlite3_stmt *statement) {
  check(sqlite3_step(statement), "step");
  sqlite3_reset(statement);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// Random like the server's ids, because that decides which pages of the index change.
static const char *identifier(char *out) {
  unsigned char b[16];
  sqlite3_randomness(sizeof b, b);
  sprintf(out, "%02x%02x%02x%02x-%02x%02x-4%x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1], b[2], b[3], b[4], b[5],
          b[6] & 15, b[7], (b[8] & 63) | 128, b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
  return out;
}

static void text(sqlite3_stmt *statement, int place, const char *value) {
  check(sqlite3_bind_text(statement, place, value, -1, SQLITE_TRANSIENT), "bind");
}

int main(int argc, char **argv) {
  if (argc < 5) return fprintf(stderr, "see raw_sqlite.c\n"), 2;
  char path[4096];
  snprintf(path, sizeof path, "%s/raw.sqlite3", argv[1]);
  int batch = atoi(argv[2]);
  double seconds = atof(argv[3]);
  check(sqlite3_open(path, &database), path);
  run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  for (int i = 4; i < argc; i++) run_file(argv[i]);
  run("INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at) "
      "VALUES ('11111111-1111-4111-8111-111111111111', 1, 'a', 'a', '', 0, 0)");
  sqlite3_stmt *log = prepare(
      "INSERT INTO meal_logs (id, user_id, raw_input, meal_type, status, logged_at, created_at, updated_at) "
      "VALUES (?1, '11111111-1111-4111-8111-111111111111', '', 'breakfast', 'manual', ?2, ?2, ?2)");
  sqlite3_stmt *item = prepare(
      "INSERT INTO meal_items (id, meal_log_id, order_index, name, quantity_text, quantity_value, unit, grams, calories, "
      "protein, carbohydrates, fat, fiber, sugar, confidence, notes, food_type, created_at) "
      "VALUES (?1, ?2, 0, 'egg', '2 pieces', 2, 'pieces', NULL, 155, 12.6, 1.1, 10.6, 0, 0, 1, '', 'food', ?3)");
  sqlite3_stmt *begin = prepare("BEGIN IMMEDIATE"), *commit = prepare("COMMIT");
  char log_id[40], item_id[40];
  enum { MOST = 1 << 20 };
  double *times = calloc(MOST, sizeof *times), start = now();
  long long meals = 0;
  int commits = 0;
  while (now() < start + seconds && commits < MOST) {
    double began = now();
    step(begin);
    for (int i = 0; i < batch; i++, meals++) {
      sqlite3_int64 moment = (sqlite3_int64)time(NULL) * 1000;
      text(log, 1, identifier(log_id));
      sqlite3_bind_int64(log, 2, moment);
      step(log);
      text(item, 1, identifier(item_id));
      text(item, 2, log_id);
      sqlite3_bind_int64(item, 3, moment);
      step(item);
    }
    step(commit);
    times[commits++] = (now() - began) * 1000;
  }
  double took = now() - start;
  qsort(times, (size_t)commits, sizeof *times, ascending);
  printf("meals %lld seconds %.3f p50_ms %.3f p99_ms %.3f\n", meals, took, times[commits / 2],
         times[(int)(0.99 * (commits - 1))]);
  return 0;
}
