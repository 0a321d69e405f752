-- Bytes that the server stores for each user, for the quota (docs/decisions/0021-quotas.md). Each row counts as a fixed
-- number of bytes, for its keys, numbers and index entries, and the UTF-8 bytes of the text that clients decide.
--
-- Triggers count rows that are rarely written, and all deletions, also those by cascades and in bulk. Rows that are
-- written often (meal logs, synced items, chat messages, events) are added by their repositories, once for each
-- commit: a trigger made the insertion of a chat message take twice as long.

CREATE TABLE user_usage (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  bytes BIGINT NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TRIGGER usage_of_new_users AFTER INSERT ON users BEGIN
  INSERT INTO user_usage (user_id, bytes) VALUES (NEW.id, 0);
END;

-- The bytes of a meal log with its items, which are written together.
ALTER TABLE meal_logs ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
UPDATE meal_logs SET bytes = 400 + LENGTH(CAST(raw_input AS BLOB)) + COALESCE((
  SELECT SUM(300 + LENGTH(CAST(name AS BLOB)) + LENGTH(CAST(quantity_text AS BLOB)) + LENGTH(CAST(unit AS BLOB))
    + LENGTH(CAST(notes AS BLOB)))
  FROM meal_items WHERE meal_log_id = meal_logs.id), 0);

INSERT INTO user_usage (user_id, bytes)
  SELECT users.id, COALESCE((SELECT SUM(bytes) FROM meal_logs WHERE user_id = users.id), 0)
    + COALESCE((SELECT SUM(300 + LENGTH(CAST(name AS BLOB))
      + LENGTH(CAST(description AS BLOB)) + LENGTH(CAST(search_text AS BLOB)) + LENGTH(CAST(content AS BLOB)))
      FROM templates WHERE user_id = users.id), 0)
    + COALESCE((SELECT SUM(400 + LENGTH(CAST(food_key AS BLOB))
      + LENGTH(CAST(name AS BLOB)) + LENGTH(CAST(brand AS BLOB)) + LENGTH(CAST(aliases AS BLOB))
      + LENGTH(CAST(category AS BLOB)) + LENGTH(CAST(serving AS BLOB)) + LENGTH(CAST(measures AS BLOB)))
      FROM own_foods WHERE user_id = users.id), 0)
    + COALESCE((SELECT SUM(300 + LENGTH(CAST(memory AS BLOB))
      + COALESCE(LENGTH(CAST(goal_id AS BLOB)), 0) + COALESCE(LENGTH(CAST(context_type AS BLOB)), 0)
      + COALESCE(LENGTH(CAST(context_id AS BLOB)), 0) + COALESCE(LENGTH(CAST(quick_action AS BLOB)), 0))
      FROM consultations WHERE user_id = users.id), 0)
    + COALESCE((SELECT SUM(250 + LENGTH(CAST(m.content AS BLOB))
      + COALESCE(LENGTH(CAST(m.client_id AS BLOB)), 0))
      FROM consultations c JOIN consultation_messages m ON m.consultation_id = c.id WHERE c.user_id = users.id), 0)
    + COALESCE((SELECT SUM(200 + LENGTH(CAST(batch_key AS BLOB))
      + LENGTH(CAST(result AS BLOB)))
      FROM sync_batches WHERE user_id = users.id), 0)
    + COALESCE((SELECT SUM(300 + LENGTH(CAST(item_id AS BLOB))
      + LENGTH(CAST(lost_content AS BLOB)))
      FROM sync_conflicts WHERE user_id = users.id), 0)
    + COALESCE((SELECT SUM(300 + LENGTH(CAST(item_id AS BLOB))
      + LENGTH(CAST(content AS BLOB)) + LENGTH(CAST(past AS BLOB)))
      FROM sync_items WHERE user_id = users.id), 0)
    + COALESCE((SELECT SUM(200 + LENGTH(CAST(content AS BLOB))
      + COALESCE(LENGTH(CAST(folded AS BLOB)), 0) + COALESCE(LENGTH(CAST(client_id AS BLOB)), 0))
      FROM chat_messages WHERE sender_id = users.id), 0)
    + COALESCE((SELECT SUM(150 + LENGTH(CAST(payload AS BLOB)))
      FROM user_events WHERE user_id = users.id AND topic IS NULL), 0)
  FROM users;

CREATE TRIGGER usage_of_deleted_meal_logs AFTER DELETE ON meal_logs BEGIN
  UPDATE user_usage SET bytes = bytes - OLD.bytes WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_of_new_templates AFTER INSERT ON templates BEGIN
  UPDATE user_usage SET bytes = bytes + (300 + LENGTH(CAST(NEW.name AS BLOB))
    + LENGTH(CAST(NEW.description AS BLOB)) + LENGTH(CAST(NEW.search_text AS BLOB))
    + LENGTH(CAST(NEW.content AS BLOB)))
  WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_of_deleted_templates AFTER DELETE ON templates BEGIN
  UPDATE user_usage SET bytes = bytes - (300 + LENGTH(CAST(OLD.name AS BLOB))
    + LENGTH(CAST(OLD.description AS BLOB)) + LENGTH(CAST(OLD.search_text AS BLOB))
    + LENGTH(CAST(OLD.content AS BLOB)))
  WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_of_new_own_foods AFTER INSERT ON own_foods BEGIN
  UPDATE user_usage SET bytes = bytes + (400 + LENGTH(CAST(NEW.food_key AS BLOB))
    + LENGTH(CAST(NEW.name AS BLOB)) + LENGTH(CAST(NEW.brand AS BLOB)) + LENGTH(CAST(NEW.aliases AS BLOB))
    + LENGTH(CAST(NEW.category AS BLOB)) + LENGTH(CAST(NEW.serving AS BLOB)) + LENGTH(CAST(NEW.measures AS BLOB)))
  WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_of_deleted_own_foods AFTER DELETE ON own_foods BEGIN
  UPDATE user_usage SET bytes = bytes - (400 + LENGTH(CAST(OLD.food_key AS BLOB))
    + LENGTH(CAST(OLD.name AS BLOB)) + LENGTH(CAST(OLD.brand AS BLOB)) + LENGTH(CAST(OLD.aliases AS BLOB))
    + LENGTH(CAST(OLD.category AS BLOB)) + LENGTH(CAST(OLD.serving AS BLOB)) + LENGTH(CAST(OLD.measures AS BLOB)))
  WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_of_new_sync_batches AFTER INSERT ON sync_batches BEGIN
  UPDATE user_usage SET bytes = bytes + (200 + LENGTH(CAST(NEW.batch_key AS BLOB))
    + LENGTH(CAST(NEW.result AS BLOB)))
  WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_of_deleted_sync_batches AFTER DELETE ON sync_batches BEGIN
  UPDATE user_usage SET bytes = bytes - (200 + LENGTH(CAST(OLD.batch_key AS BLOB))
    + LENGTH(CAST(OLD.result AS BLOB)))
  WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_of_new_sync_conflicts AFTER INSERT ON sync_conflicts BEGIN
  UPDATE user_usage SET bytes = bytes + (300 + LENGTH(CAST(NEW.item_id AS BLOB))
    + LENGTH(CAST(NEW.lost_content AS BLOB)))
  WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_of_deleted_sync_conflicts AFTER DELETE ON sync_conflicts BEGIN
  UPDATE user_usage SET bytes = bytes - (300 + LENGTH(CAST(OLD.item_id AS BLOB))
    + LENGTH(CAST(OLD.lost_content AS BLOB)))
  WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_of_changed_templates AFTER UPDATE OF name, description, search_text, content ON templates BEGIN
  UPDATE user_usage SET bytes = bytes + (300 + LENGTH(CAST(NEW.name AS BLOB))
    + LENGTH(CAST(NEW.description AS BLOB)) + LENGTH(CAST(NEW.search_text AS BLOB))
    + LENGTH(CAST(NEW.content AS BLOB)))
  WHERE user_id = NEW.user_id;
  UPDATE user_usage SET bytes = bytes - (300 + LENGTH(CAST(OLD.name AS BLOB))
    + LENGTH(CAST(OLD.description AS BLOB)) + LENGTH(CAST(OLD.search_text AS BLOB))
    + LENGTH(CAST(OLD.content AS BLOB)))
  WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_of_new_consultations AFTER INSERT ON consultations BEGIN
  UPDATE user_usage SET bytes = bytes + (300 + LENGTH(CAST(NEW.memory AS BLOB))
    + COALESCE(LENGTH(CAST(NEW.goal_id AS BLOB)), 0) + COALESCE(LENGTH(CAST(NEW.context_type AS BLOB)), 0)
    + COALESCE(LENGTH(CAST(NEW.context_id AS BLOB)), 0) + COALESCE(LENGTH(CAST(NEW.quick_action AS BLOB)), 0))
  WHERE user_id = NEW.user_id;
END;

CREATE TRIGGER usage_of_changed_consultations AFTER UPDATE OF memory ON consultations WHEN NEW.memory <> OLD.memory BEGIN
  UPDATE user_usage SET bytes = bytes + (300 + LENGTH(CAST(NEW.memory AS BLOB))
    + COALESCE(LENGTH(CAST(NEW.goal_id AS BLOB)), 0) + COALESCE(LENGTH(CAST(NEW.context_type AS BLOB)), 0)
    + COALESCE(LENGTH(CAST(NEW.context_id AS BLOB)), 0) + COALESCE(LENGTH(CAST(NEW.quick_action AS BLOB)), 0))
  WHERE user_id = NEW.user_id;
  UPDATE user_usage SET bytes = bytes - (300 + LENGTH(CAST(OLD.memory AS BLOB))
    + COALESCE(LENGTH(CAST(OLD.goal_id AS BLOB)), 0) + COALESCE(LENGTH(CAST(OLD.context_type AS BLOB)), 0)
    + COALESCE(LENGTH(CAST(OLD.context_id AS BLOB)), 0) + COALESCE(LENGTH(CAST(OLD.quick_action AS BLOB)), 0))
  WHERE user_id = OLD.user_id;
END;

-- Before the rows of the messages go, which no longer find their consultation then.
CREATE TRIGGER usage_of_deleted_consultations BEFORE DELETE ON consultations BEGIN
  UPDATE user_usage SET bytes = bytes - (300 + LENGTH(CAST(OLD.memory AS BLOB))
    + COALESCE(LENGTH(CAST(OLD.goal_id AS BLOB)), 0) + COALESCE(LENGTH(CAST(OLD.context_type AS BLOB)), 0)
    + COALESCE(LENGTH(CAST(OLD.context_id AS BLOB)), 0) + COALESCE(LENGTH(CAST(OLD.quick_action AS BLOB)), 0))
  WHERE user_id = OLD.user_id;
  UPDATE user_usage SET bytes = bytes - COALESCE((
    SELECT SUM(250 + LENGTH(CAST(content AS BLOB))
    + COALESCE(LENGTH(CAST(client_id AS BLOB)), 0))
    FROM consultation_messages WHERE consultation_id = OLD.id), 0)
  WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_of_new_consultation_messages AFTER INSERT ON consultation_messages BEGIN
  UPDATE user_usage SET bytes = bytes + (250 + LENGTH(CAST(NEW.content AS BLOB))
    + COALESCE(LENGTH(CAST(NEW.client_id AS BLOB)), 0))
  WHERE user_id = (SELECT user_id FROM consultations WHERE id = NEW.consultation_id);
END;

CREATE TRIGGER usage_of_changed_consultation_messages AFTER UPDATE OF content ON consultation_messages
WHEN NEW.content <> OLD.content BEGIN
  UPDATE user_usage SET bytes = bytes + (250 + LENGTH(CAST(NEW.content AS BLOB))
    + COALESCE(LENGTH(CAST(NEW.client_id AS BLOB)), 0))
  WHERE user_id = (SELECT user_id FROM consultations WHERE id = NEW.consultation_id);
  UPDATE user_usage SET bytes = bytes - (250 + LENGTH(CAST(OLD.content AS BLOB))
    + COALESCE(LENGTH(CAST(OLD.client_id AS BLOB)), 0))
  WHERE user_id = (SELECT user_id FROM consultations WHERE id = OLD.consultation_id);
END;

CREATE TRIGGER usage_of_deleted_consultation_messages AFTER DELETE ON consultation_messages BEGIN
  UPDATE user_usage SET bytes = bytes - (250 + LENGTH(CAST(OLD.content AS BLOB))
    + COALESCE(LENGTH(CAST(OLD.client_id AS BLOB)), 0))
  WHERE user_id = (SELECT user_id FROM consultations WHERE id = OLD.consultation_id);
END;

CREATE TRIGGER usage_of_deleted_sync_items AFTER DELETE ON sync_items BEGIN
  UPDATE user_usage SET bytes = bytes - (300 + LENGTH(CAST(OLD.item_id AS BLOB))
    + LENGTH(CAST(OLD.content AS BLOB)) + LENGTH(CAST(OLD.past AS BLOB)))
  WHERE user_id = OLD.user_id;
END;

CREATE TRIGGER usage_of_changed_chat_messages AFTER UPDATE OF content, folded, sender_id, client_id ON chat_messages BEGIN
  UPDATE user_usage SET bytes = bytes + (200 + LENGTH(CAST(NEW.content AS BLOB))
    + COALESCE(LENGTH(CAST(NEW.folded AS BLOB)), 0) + COALESCE(LENGTH(CAST(NEW.client_id AS BLOB)), 0))
  WHERE user_id = NEW.sender_id;
  UPDATE user_usage SET bytes = bytes - (200 + LENGTH(CAST(OLD.content AS BLOB))
    + COALESCE(LENGTH(CAST(OLD.folded AS BLOB)), 0) + COALESCE(LENGTH(CAST(OLD.client_id AS BLOB)), 0))
  WHERE user_id = OLD.sender_id;
END;

CREATE TRIGGER usage_of_deleted_chat_messages AFTER DELETE ON chat_messages BEGIN
  UPDATE user_usage SET bytes = bytes - (200 + LENGTH(CAST(OLD.content AS BLOB))
    + COALESCE(LENGTH(CAST(OLD.folded AS BLOB)), 0) + COALESCE(LENGTH(CAST(OLD.client_id AS BLOB)), 0))
  WHERE user_id = OLD.sender_id;
END;

-- Events of a consultation repeat the pieces of its answers and go with them.
CREATE TRIGGER usage_of_deleted_user_events AFTER DELETE ON user_events WHEN OLD.topic IS NULL BEGIN
  UPDATE user_usage SET bytes = bytes - (150 + LENGTH(CAST(OLD.payload AS BLOB)))
  WHERE user_id = OLD.user_id;
END;
