-- Takes the turn to append to the audit log, then reads its newest entry. The statements of a volatile
-- function see what was committed before each of them, so this sees what the previous holder of the
-- lock has written, in one round trip (PostgreSQL 15, section 38.7).
CREATE FUNCTION "audit_turn"() RETURNS jsonb LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  newest jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(7413002);
  SELECT jsonb_build_object('seq', seq, 'hash', hash, 'keyId', key_id) INTO newest
    FROM audit_entries ORDER BY seq DESC LIMIT 1;
  RETURN newest;
END
$$;
