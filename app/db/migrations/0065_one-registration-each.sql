CREATE FUNCTION place_rank(status text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN status IN ('confirmed', 'attended') THEN 2 WHEN status IN ('pending', 'waitlisted') THEN 1 ELSE 0 END
$$;
--> statement-breakpoint
-- Who moves to another address takes along what is under the address of before as a guest, too: the
-- registrations, and the invitations, whose links end. An invitation gets another id, from which its
-- next link is made. Of two registrations for one event the one stays that holds a place, or else awaits
-- one.
CREATE OR REPLACE FUNCTION move_address_along() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event_registrations
    SET link_number = link_number + 1, link_hash = gen_random_uuid()::text
    WHERE user_id = NEW.id;
  DELETE FROM event_registrations AS own USING event_registrations AS other
    WHERE other.event_id = own.event_id AND (
      own.guest_email = NEW.email AND other.guest_email = OLD.email
        AND place_rank(own.status) < place_rank(other.status)
      OR own.guest_email = OLD.email AND other.guest_email = NEW.email
        AND place_rank(own.status) <= place_rank(other.status));
  UPDATE event_registrations
    SET link_number = link_number + 1, link_hash = gen_random_uuid()::text, guest_email = NEW.email
    WHERE guest_email = OLD.email;
  DELETE FROM event_invitations AS own
    WHERE email = OLD.email AND EXISTS (SELECT FROM event_invitations AS other
      WHERE other.event_id = own.event_id AND other.email = NEW.email);
  UPDATE event_invitations
    SET id = gen_random_uuid(), link_hash = gen_random_uuid()::text, email = NEW.email
    WHERE email = OLD.email;
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
-- Once, each file had its uploader as its author until someone named another one. Whoever changed its
-- details since may have meant it.
UPDATE intranet_resources AS document SET author = NULL, version = document.version + 1
  FROM users AS uploader
  WHERE uploader.id = document.user_id AND document.updated_by IS NULL
    AND document.author = uploader.first_name || ' ' || uploader.last_name;
