-- Whose account an event is about reads it, and not from which network someone else acted on the account:
-- what the audit log has as done by another, and what a decision of the moderation did.
UPDATE security_events SET client = NULL
  WHERE client IS NOT NULL AND (detail = 'moderation' OR EXISTS (
    SELECT FROM audit_entries
      WHERE audit_entries.request_id = security_events.request_id AND audit_entries.action = security_events.event
        AND audit_entries.subject_id = security_events.user_id
        AND audit_entries.actor_id <> audit_entries.subject_id));
