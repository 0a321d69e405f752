-- Work to be done in the background. A finished job is deleted; what it did is in other tables.

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  user_id TEXT,
  payload TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'queued',
  attempt BIGINT NOT NULL DEFAULT 0,
  run_at BIGINT NOT NULL,
  enqueued_at BIGINT NOT NULL,
  started_at BIGINT
);

CREATE INDEX jobs_queue ON jobs (state, run_at, id);
CREATE INDEX jobs_user ON jobs (user_id, kind);
