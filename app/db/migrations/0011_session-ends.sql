-- Open streams of live updates hear at once that a session is over or that the rights have changed,
-- whoever ends it and on whichever node.
CREATE FUNCTION announce_session_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live', 'sessions/' || (CASE WHEN TG_TABLE_NAME = 'users' THEN to_jsonb(OLD) ->> 'id' ELSE to_jsonb(OLD) ->> 'user_id' END));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sign_in_sessions_announce_end AFTER DELETE ON sign_in_sessions
  FOR EACH ROW EXECUTE FUNCTION announce_session_change();
--> statement-breakpoint
CREATE TRIGGER users_announce_change AFTER DELETE OR UPDATE OF role, suspended_at ON users
  FOR EACH ROW EXECUTE FUNCTION announce_session_change();
