-- Chat rooms, who belongs to private ones, what was said, and how far each user has read.

CREATE TABLE chat_rooms (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  is_private BIGINT NOT NULL DEFAULT 0,
  owner_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  -- The newest message, and the newest change of any kind: both count from 1 without gaps.
  last_message BIGINT NOT NULL DEFAULT 0,
  last_change BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  -- From then on nobody sees it; its rows go in steps.
  deleted_at BIGINT
);

-- A private room must not show by its name that it is there.
CREATE UNIQUE INDEX chat_rooms_public_name ON chat_rooms (name_key) WHERE is_private = 0 AND deleted_at IS NULL;
CREATE INDEX chat_rooms_name ON chat_rooms (name_key);
CREATE INDEX chat_rooms_owner ON chat_rooms (owner_id);
CREATE INDEX chat_rooms_deleted ON chat_rooms (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE chat_members (
  room_id BIGINT NOT NULL REFERENCES chat_rooms (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  joined_at BIGINT NOT NULL,
  PRIMARY KEY (room_id, user_id)
);

CREATE INDEX chat_members_user ON chat_members (user_id);

CREATE TABLE chat_messages (
  room_id BIGINT NOT NULL REFERENCES chat_rooms (id) ON DELETE CASCADE,
  id BIGINT NOT NULL,
  -- The change that made it, and the last one that edited or deleted it.
  change BIGINT NOT NULL,
  changed BIGINT,
  sender_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  sender TEXT NOT NULL,
  content TEXT NOT NULL,
  -- The content as it is searched, where that is another text.
  folded TEXT,
  client_id TEXT,
  created_at BIGINT NOT NULL,
  edited_at BIGINT,
  deleted_at BIGINT,
  PRIMARY KEY (room_id, id)
);

CREATE UNIQUE INDEX chat_messages_change ON chat_messages (room_id, change);
CREATE INDEX chat_messages_changed ON chat_messages (room_id, changed) WHERE changed IS NOT NULL;
CREATE UNIQUE INDEX chat_messages_client ON chat_messages (room_id, sender_id, client_id) WHERE client_id IS NOT NULL;
-- For what an account has said, in the order of its export.
CREATE INDEX chat_messages_sender ON chat_messages (sender_id, room_id, id);

CREATE TABLE chat_reads (
  room_id BIGINT NOT NULL REFERENCES chat_rooms (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  message_id BIGINT NOT NULL,
  read_at BIGINT NOT NULL,
  PRIMARY KEY (room_id, user_id)
);

CREATE INDEX chat_reads_user ON chat_reads (user_id);

-- What a deleted account has said goes with it; the numbers of its messages stay taken.
CREATE TRIGGER chat_messages_of_deleted_users BEFORE DELETE ON users BEGIN
  UPDATE chat_messages SET content = '', folded = NULL, sender = '', client_id = NULL,
    deleted_at = COALESCE(deleted_at, created_at)
  WHERE sender_id = OLD.id;
END;
