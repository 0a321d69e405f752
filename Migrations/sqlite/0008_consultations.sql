-- Consultations with the coach, their messages, what the coach knows about a user, and events of one consultation.

CREATE TABLE consultations (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  persona TEXT NOT NULL,
  status TEXT NOT NULL,
  goal_id TEXT,
  context_type TEXT,
  context_id TEXT,
  quick_action TEXT,
  memory TEXT NOT NULL,
  message_count BIGINT NOT NULL DEFAULT 0,
  is_answering BIGINT NOT NULL DEFAULT 0,
  completed_at BIGINT,
  last_message_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE INDEX consultations_user ON consultations (user_id, created_at);
CREATE UNIQUE INDEX consultations_meal_tracking ON consultations (user_id) WHERE kind = 'meal_tracking';

CREATE TABLE consultation_messages (
  id TEXT PRIMARY KEY,
  consultation_id TEXT NOT NULL REFERENCES consultations (id) ON DELETE CASCADE,
  number BIGINT NOT NULL,
  role TEXT NOT NULL,
  content TEXT NOT NULL,
  state TEXT NOT NULL,
  client_id TEXT,
  answers TEXT,
  error_code TEXT,
  tokens_used BIGINT,
  processing_time_ms BIGINT,
  created_at BIGINT NOT NULL,
  UNIQUE (consultation_id, number)
);

CREATE UNIQUE INDEX consultation_messages_client ON consultation_messages (consultation_id, client_id)
  WHERE client_id IS NOT NULL;
CREATE INDEX consultation_messages_waiting ON consultation_messages (consultation_id, number) WHERE state = 'waiting';

CREATE TABLE coach_facts (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  facts TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- Events of one consultation are told to its sockets only; those without a topic to all of the user.
ALTER TABLE user_events ADD COLUMN topic TEXT;
CREATE INDEX user_events_topic ON user_events (topic, id) WHERE topic IS NOT NULL;
