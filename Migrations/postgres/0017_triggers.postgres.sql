-- The triggers of SQLite's migrations 0010, 0016 and 0017.
--
-- Triggers count rows that are rarely written, and all deletions, also those by cascades and in bulk. Rows that are written
-- often (meal logs, synced items, chat messages, events) are added by their repositories, once for each commit.

CREATE FUNCTION usage_of_new_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_usage (user_id, bytes) VALUES (NEW.id, 0);
  RETURN NULL;
END
$$;

CREATE TRIGGER usage_of_new_users AFTER INSERT ON users
  FOR EACH ROW EXECUTE FUNCTION usage_of_new_user();

CREATE FUNCTION usage_of_meal_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_usage SET bytes = bytes - OLD.bytes WHERE user_id = OLD.user_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER usage_of_deleted_meal_logs AFTER DELETE ON meal_logs
  FOR EACH ROW EXECUTE FUNCTION usage_of_meal_log();

CREATE FUNCTION usage_of_template() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    UPDATE user_usage SET bytes = bytes + (300 + OCTET_LENGTH(NEW.name) + OCTET_LENGTH(NEW.description)
      + OCTET_LENGTH(NEW.search_text) + OCTET_LENGTH(NEW.content))
    WHERE user_id = NEW.user_id;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE user_usage SET bytes = bytes - (300 + OCTET_LENGTH(OLD.name) + OCTET_LENGTH(OLD.description)
      + OCTET_LENGTH(OLD.search_text) + OCTET_LENGTH(OLD.content))
    WHERE user_id = OLD.user_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER usage_of_new_templates AFTER INSERT ON templates
  FOR EACH ROW EXECUTE FUNCTION usage_of_template();
CREATE TRIGGER usage_of_changed_templates AFTER UPDATE OF name, description, search_text, content ON templates
  FOR EACH ROW EXECUTE FUNCTION usage_of_template();
CREATE TRIGGER usage_of_deleted_templates AFTER DELETE ON templates
  FOR EACH ROW EXECUTE FUNCTION usage_of_template();

CREATE FUNCTION usage_of_own_food() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    UPDATE user_usage SET bytes = bytes + (400 + OCTET_LENGTH(NEW.food_key) + OCTET_LENGTH(NEW.name) + OCTET_LENGTH(NEW.brand)
      + OCTET_LENGTH(NEW.aliases) + OCTET_LENGTH(NEW.category) + OCTET_LENGTH(NEW.serving) + OCTET_LENGTH(NEW.measures))
    WHERE user_id = NEW.user_id;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE user_usage SET bytes = bytes - (400 + OCTET_LENGTH(OLD.food_key) + OCTET_LENGTH(OLD.name) + OCTET_LENGTH(OLD.brand)
      + OCTET_LENGTH(OLD.aliases) + OCTET_LENGTH(OLD.category) + OCTET_LENGTH(OLD.serving) + OCTET_LENGTH(OLD.measures))
    WHERE user_id = OLD.user_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER usage_of_new_own_foods AFTER INSERT ON own_foods
  FOR EACH ROW EXECUTE FUNCTION usage_of_own_food();
CREATE TRIGGER usage_of_deleted_own_foods AFTER DELETE ON own_foods
  FOR EACH ROW EXECUTE FUNCTION usage_of_own_food();

CREATE FUNCTION usage_of_sync_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    UPDATE user_usage SET bytes = bytes + (200 + OCTET_LENGTH(NEW.batch_key) + OCTET_LENGTH(NEW.result))
    WHERE user_id = NEW.user_id;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE user_usage SET bytes = bytes - (200 + OCTET_LENGTH(OLD.batch_key) + OCTET_LENGTH(OLD.result))
    WHERE user_id = OLD.user_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER usage_of_new_sync_batches AFTER INSERT ON sync_batches
  FOR EACH ROW EXECUTE FUNCTION usage_of_sync_batch();
CREATE TRIGGER usage_of_deleted_sync_batches AFTER DELETE ON sync_batches
  FOR EACH ROW EXECUTE FUNCTION usage_of_sync_batch();

CREATE FUNCTION usage_of_sync_conflict() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    UPDATE user_usage SET bytes = bytes + (300 + OCTET_LENGTH(NEW.item_id) + OCTET_LENGTH(NEW.lost_content))
    WHERE user_id = NEW.user_id;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE user_usage SET bytes = bytes - (300 + OCTET_LENGTH(OLD.item_id) + OCTET_LENGTH(OLD.lost_content))
    WHERE user_id = OLD.user_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER usage_of_new_sync_conflicts AFTER INSERT ON sync_conflicts
  FOR EACH ROW EXECUTE FUNCTION usage_of_sync_conflict();
CREATE TRIGGER usage_of_deleted_sync_conflicts AFTER DELETE ON sync_conflicts
  FOR EACH ROW EXECUTE FUNCTION usage_of_sync_conflict();

CREATE FUNCTION usage_of_sync_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_usage SET bytes = bytes - (300 + OCTET_LENGTH(OLD.item_id) + OCTET_LENGTH(OLD.content) + OCTET_LENGTH(OLD.past))
  WHERE user_id = OLD.user_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER usage_of_deleted_sync_items AFTER DELETE ON sync_items
  FOR EACH ROW EXECUTE FUNCTION usage_of_sync_item();

CREATE FUNCTION usage_of_consultation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_usage SET bytes = bytes + (300 + OCTET_LENGTH(NEW.memory) + COALESCE(OCTET_LENGTH(NEW.goal_id), 0)
    + COALESCE(OCTET_LENGTH(NEW.context_type), 0) + COALESCE(OCTET_LENGTH(NEW.context_id), 0)
    + COALESCE(OCTET_LENGTH(NEW.quick_action), 0))
  WHERE user_id = NEW.user_id;
  IF TG_OP <> 'INSERT' THEN
    UPDATE user_usage SET bytes = bytes - (300 + OCTET_LENGTH(OLD.memory) + COALESCE(OCTET_LENGTH(OLD.goal_id), 0)
      + COALESCE(OCTET_LENGTH(OLD.context_type), 0) + COALESCE(OCTET_LENGTH(OLD.context_id), 0)
      + COALESCE(OCTET_LENGTH(OLD.quick_action), 0))
    WHERE user_id = OLD.user_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER usage_of_new_consultations AFTER INSERT ON consultations
  FOR EACH ROW EXECUTE FUNCTION usage_of_consultation();
CREATE TRIGGER usage_of_changed_consultations AFTER UPDATE OF memory ON consultations
  FOR EACH ROW WHEN (NEW.memory <> OLD.memory) EXECUTE FUNCTION usage_of_consultation();

-- Before the rows of the messages are deleted, which do not find their consultation afterwards.
CREATE FUNCTION usage_of_deleted_consultation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_usage SET bytes = bytes - (300 + OCTET_LENGTH(OLD.memory) + COALESCE(OCTET_LENGTH(OLD.goal_id), 0)
      + COALESCE(OCTET_LENGTH(OLD.context_type), 0) + COALESCE(OCTET_LENGTH(OLD.context_id), 0)
      + COALESCE(OCTET_LENGTH(OLD.quick_action), 0))
    - COALESCE((
      SELECT SUM(250 + OCTET_LENGTH(content) + COALESCE(OCTET_LENGTH(client_id), 0))
      FROM consultation_messages WHERE consultation_id = OLD.id), 0)
  WHERE user_id = OLD.user_id;
  RETURN OLD;
END
$$;

CREATE TRIGGER usage_of_deleted_consultations BEFORE DELETE ON consultations
  FOR EACH ROW EXECUTE FUNCTION usage_of_deleted_consultation();

CREATE FUNCTION usage_of_consultation_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    UPDATE user_usage SET bytes = bytes + (250 + OCTET_LENGTH(NEW.content) + COALESCE(OCTET_LENGTH(NEW.client_id), 0))
    WHERE user_id = (SELECT user_id FROM consultations WHERE id = NEW.consultation_id);
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE user_usage SET bytes = bytes - (250 + OCTET_LENGTH(OLD.content) + COALESCE(OCTET_LENGTH(OLD.client_id), 0))
    WHERE user_id = (SELECT user_id FROM consultations WHERE id = OLD.consultation_id);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER usage_of_new_consultation_messages AFTER INSERT ON consultation_messages
  FOR EACH ROW EXECUTE FUNCTION usage_of_consultation_message();
CREATE TRIGGER usage_of_changed_consultation_messages AFTER UPDATE OF content ON consultation_messages
  FOR EACH ROW WHEN (NEW.content <> OLD.content) EXECUTE FUNCTION usage_of_consultation_message();
CREATE TRIGGER usage_of_deleted_consultation_messages AFTER DELETE ON consultation_messages
  FOR EACH ROW EXECUTE FUNCTION usage_of_consultation_message();

CREATE FUNCTION usage_of_chat_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    UPDATE user_usage SET bytes = bytes + (200 + OCTET_LENGTH(NEW.content) + COALESCE(OCTET_LENGTH(NEW.folded), 0)
      + COALESCE(OCTET_LENGTH(NEW.client_id), 0))
    WHERE user_id = NEW.sender_id;
  END IF;
  UPDATE user_usage SET bytes = bytes - (200 + OCTET_LENGTH(OLD.content) + COALESCE(OCTET_LENGTH(OLD.folded), 0)
    + COALESCE(OCTET_LENGTH(OLD.client_id), 0))
  WHERE user_id = OLD.sender_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER usage_of_changed_chat_messages AFTER UPDATE OF content, folded, sender_id, client_id ON chat_messages
  FOR EACH ROW EXECUTE FUNCTION usage_of_chat_message();
CREATE TRIGGER usage_of_deleted_chat_messages AFTER DELETE ON chat_messages
  FOR EACH ROW EXECUTE FUNCTION usage_of_chat_message();

-- Events of a consultation repeat the pieces of its answers and are deleted with them.
CREATE FUNCTION usage_of_user_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_usage SET bytes = bytes - (150 + OCTET_LENGTH(OLD.payload))
  WHERE user_id = OLD.user_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER usage_of_deleted_user_events AFTER DELETE ON user_events
  FOR EACH ROW WHEN (OLD.topic IS NULL) EXECUTE FUNCTION usage_of_user_event();

-- The messages of a deleted account lose their content and keep their numbers.
CREATE FUNCTION empty_chat_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE chat_messages SET content = '', folded = NULL, sender = '', client_id = NULL,
    deleted_at = COALESCE(deleted_at, created_at)
  WHERE sender_id = OLD.id;
  RETURN OLD;
END
$$;

CREATE TRIGGER chat_messages_of_deleted_users BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION empty_chat_messages();

-- Rows of the audit log stay without the personal data of deleted accounts.
CREATE FUNCTION empty_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE audit_log SET target = '', details = '{}' WHERE target_id = OLD.id;
  UPDATE audit_log SET admin_name = '', address = '' WHERE admin_id = OLD.id;
  RETURN OLD;
END
$$;

CREATE TRIGGER audit_log_of_deleted_users BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION empty_audit_log();
