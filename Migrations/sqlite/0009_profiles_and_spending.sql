-- What users say about their bodies and goals. An age is what it was on a day; a date of birth (in users) says more.

CREATE TABLE profiles (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sex TEXT,
  age BIGINT,
  age_on TEXT,
  height_cm DOUBLE PRECISION,
  weight_kg DOUBLE PRECISION,
  activity_level TEXT,
  goal TEXT,
  energy_target_kcal DOUBLE PRECISION,
  protein_target_g DOUBLE PRECISION,
  updated_at BIGINT NOT NULL
);

-- What users' requests to a language model cost in a day (days since 1970-01-01, UTC), in millionths of the currency.

CREATE TABLE model_spending (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day BIGINT NOT NULL,
  amount BIGINT NOT NULL,
  PRIMARY KEY (user_id, day)
);

CREATE INDEX model_spending_day ON model_spending (day);
