-- The choice of the newsletter is none of what a form saves by version: one that is open stays good.
CREATE OR REPLACE FUNCTION mirror_subscription_in_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subscriber boolean := false;
  person uuid;
BEGIN
  IF TG_OP = 'DELETE' THEN
    person := OLD.user_id;
  ELSE
    person := NEW.user_id;
    subscriber := NEW.status IN ('active', 'paused') AND 'newsletter' = ANY (NEW.lists);
  END IF;
  UPDATE users SET email_subscriber = subscriber, updated_at = now()
    WHERE id = person AND email_subscriber <> subscriber;
  RETURN NULL;
END
$$;
