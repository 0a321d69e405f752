-- Meals, workouts and routines to be used again. `content` is JSON that the program has checked; `search_text` is name
-- and description in lower case.

CREATE TABLE templates (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  search_text TEXT NOT NULL,
  status TEXT NOT NULL,
  is_public BIGINT NOT NULL DEFAULT 0,
  created_by TEXT NOT NULL,
  content TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE INDEX templates_user ON templates (user_id, kind, created_at);
CREATE INDEX templates_public ON templates (kind, created_at) WHERE is_public = 1;
