ALTER TABLE "event_registrations" ADD COLUMN "link_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD COLUMN "link_number" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
-- Who moves to another address takes the application along, and the links that were mailed to the
-- address of before end: those of the application, and those of registrations for events.
CREATE FUNCTION move_address_along() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event_registrations
    SET link_number = link_number + 1, link_hash = gen_random_uuid()::text
    WHERE user_id = NEW.id;
  -- Of two that are under way for one address (membership_applications_open_email_key), the person's
  -- keeps the address it has.
  UPDATE membership_applications AS own
    SET link_number = link_number + 1, status_hash = gen_random_uuid()::text,
      email = CASE WHEN status IN ('submitted', 'under-review', 'information-requested', 'approved', 'invited')
          AND EXISTS (SELECT FROM membership_applications AS other WHERE other.email = NEW.email
            AND other.status IN ('submitted', 'under-review', 'information-requested', 'approved', 'invited'))
        THEN email ELSE NEW.email END
    WHERE anonymised_at IS NULL
      AND (user_id = NEW.id OR (user_id IS NULL AND confirmed_at IS NOT NULL AND email = OLD.email));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_move_address_along
  AFTER UPDATE OF email ON users
  FOR EACH ROW WHEN (lower(NEW.email) <> lower(OLD.email)) EXECUTE FUNCTION move_address_along();
--> statement-breakpoint
-- Who moved before: the e-mails about the application go with the account.
UPDATE mails SET user_id = own.user_id FROM membership_applications AS own
  WHERE mails.user_id IS NULL AND own.user_id IS NOT NULL AND lower(mails.recipient) = lower(own.email)
    AND mails.template IN ('application-confirm', 'application-known', 'application-received',
      'application-under-review', 'application-question', 'application-approved', 'application-reminder');
--> statement-breakpoint
UPDATE membership_applications AS own
  SET link_number = link_number + 1, status_hash = gen_random_uuid()::text, email = users.email
  FROM users
  WHERE own.user_id = users.id AND own.email IS NOT NULL AND lower(own.email) <> lower(users.email)
    AND own.status NOT IN ('submitted', 'under-review', 'information-requested', 'approved', 'invited');
