-- users.email_subscriber and the main list of subscriptions say the same, whichever is written.
CREATE FUNCTION mirror_user_in_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The other trigger has written it: it is in step already.
  IF pg_trigger_depth() > 1 THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    UPDATE subscriptions SET user_id = NEW.id, updated_at = now()
      WHERE email = lower(NEW.email) AND user_id IS NULL;
  ELSIF lower(NEW.email) <> lower(OLD.email)
    AND EXISTS (SELECT FROM subscriptions WHERE user_id = NEW.id) THEN
    DELETE FROM subscriptions WHERE email = lower(NEW.email) AND user_id IS DISTINCT FROM NEW.id;
    UPDATE subscriptions SET email = lower(NEW.email), updated_at = now(),
        status = CASE WHEN status = 'bounced' THEN 'active' ELSE status END,
        bounced_at = NULL, bounce_code = NULL
      WHERE user_id = NEW.id;
  ELSIF lower(NEW.email) <> lower(OLD.email) THEN
    UPDATE subscriptions SET user_id = NEW.id, updated_at = now()
      WHERE email = lower(NEW.email) AND user_id IS NULL;
  END IF;
  IF NEW.email_subscriber AND (TG_OP = 'INSERT' OR NOT OLD.email_subscriber) THEN
    INSERT INTO subscriptions (id, email, user_id, lists, consent_version, confirmed_at, status)
      VALUES (
        replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
        lower(NEW.email), NEW.id, '{newsletter}', 'account', now(), 'active'
      )
      ON CONFLICT (email) DO UPDATE SET
        user_id = NEW.id,
        lists = array_append(array_remove(subscriptions.lists, 'newsletter'), 'newsletter'),
        left_lists = array_remove(subscriptions.left_lists, 'newsletter'),
        confirmed_at = coalesce(subscriptions.confirmed_at, now()),
        bounced_at = NULL, bounce_code = NULL,
        status = 'active', updated_at = now();
  ELSIF TG_OP = 'UPDATE' AND OLD.email_subscriber AND NOT NEW.email_subscriber THEN
    UPDATE subscriptions SET
        lists = array_remove(lists, 'newsletter'),
        left_lists = array_append(array_remove(left_lists, 'newsletter'), 'newsletter'),
        left_at = now(), updated_at = now(),
        status = CASE WHEN array_remove(lists, 'newsletter') = '{}' THEN 'unsubscribed' ELSE status END
      WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_mirror_in_subscriptions
  AFTER INSERT OR UPDATE OF email, email_subscriber ON users
  FOR EACH ROW EXECUTE FUNCTION mirror_user_in_subscriptions();
--> statement-breakpoint
CREATE FUNCTION mirror_subscription_in_users() RETURNS trigger LANGUAGE plpgsql AS $$
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
  UPDATE users SET email_subscriber = subscriber, updated_at = now(), version = version + 1
    WHERE id = person AND email_subscriber <> subscriber;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER subscriptions_mirror_in_users
  AFTER INSERT OR DELETE OR UPDATE OF user_id, lists, status ON subscriptions
  FOR EACH ROW EXECUTE FUNCTION mirror_subscription_in_users();
--> statement-breakpoint
INSERT INTO subscriptions (id, email, user_id, lists, consent_version, confirmed_at, status)
  SELECT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
    lower(email), id, '{newsletter}', 'account', now(), 'active'
  FROM users WHERE email_subscriber;
