-- Foods beside the built-in table. Figures are per 100 g; `measures` is `unit=grams` joined by ';'.

-- What was imported from FoodData Central, for everybody on this server. `identity` is the same in every edition of the
-- source (barcode, food code), `fdc_id` is not.
CREATE TABLE imported_foods (
  fdc_id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  identity TEXT,
  published TEXT NOT NULL,
  name TEXT NOT NULL,
  brand TEXT NOT NULL,
  category TEXT NOT NULL,
  kind TEXT NOT NULL,
  calories REAL NOT NULL,
  protein REAL NOT NULL,
  carbohydrates REAL NOT NULL,
  fat REAL NOT NULL,
  fiber REAL NOT NULL,
  sugar REAL NOT NULL,
  serving TEXT NOT NULL,
  serving_grams REAL NOT NULL,
  measures TEXT NOT NULL,
  density REAL
);

CREATE INDEX imported_foods_identity ON imported_foods (identity) WHERE identity IS NOT NULL;

-- Whole names, so that the names in a text are found one by one. `rank` puts the better source first.
CREATE TABLE imported_food_keys (
  food_key TEXT NOT NULL,
  rank BIGINT NOT NULL,
  fdc_id BIGINT NOT NULL,
  PRIMARY KEY (food_key, rank, fdc_id)
) WITHOUT ROWID;

-- Words of names, for searches. `rank` puts short names and better sources first.
CREATE TABLE imported_food_terms (
  term TEXT NOT NULL,
  rank BIGINT NOT NULL,
  fdc_id BIGINT NOT NULL,
  PRIMARY KEY (term, rank, fdc_id)
) WITHOUT ROWID;

-- Users' own foods.
CREATE TABLE own_foods (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  food_key TEXT NOT NULL,
  name TEXT NOT NULL,
  brand TEXT NOT NULL,
  aliases TEXT NOT NULL,
  category TEXT NOT NULL,
  kind TEXT NOT NULL,
  calories REAL NOT NULL,
  protein REAL NOT NULL,
  carbohydrates REAL NOT NULL,
  fat REAL NOT NULL,
  fiber REAL NOT NULL,
  sugar REAL NOT NULL,
  serving TEXT NOT NULL,
  serving_grams REAL NOT NULL,
  measures TEXT NOT NULL,
  density REAL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX own_foods_key ON own_foods (user_id, food_key);

-- Grows with every change of a user's own foods (scope: the user's id) and of the imported ones (scope: 'imported'), so
-- that what is kept in memory is known to be old; scope 'rules' tells by which rules keys and terms were made.
CREATE TABLE food_versions (
  scope TEXT PRIMARY KEY,
  version BIGINT NOT NULL
);
