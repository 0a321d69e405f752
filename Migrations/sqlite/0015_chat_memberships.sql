-- Whether the member created the room or joined it by a request of their own (1), or was added by somebody else (0).
-- A room's name resolves to the rooms that a user chose, so that nobody else can choose for them.
ALTER TABLE chat_members ADD COLUMN self_joined BIGINT NOT NULL DEFAULT 0;

-- Of earlier rows only the owners' are known to be their own act. The others count as added by somebody else: a name that
-- several rooms share is then ambiguous, instead of resolving to a room that a stranger made.
UPDATE chat_members SET self_joined = 1 WHERE EXISTS (
  SELECT 1 FROM chat_rooms WHERE chat_rooms.id = chat_members.room_id AND chat_rooms.owner_id = chat_members.user_id
);
