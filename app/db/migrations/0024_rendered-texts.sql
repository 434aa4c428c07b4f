ALTER TABLE "articles" ADD COLUMN "rendered" jsonb;--> statement-breakpoint
ALTER TABLE "board_members" ADD COLUMN "rendered" jsonb;--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "rendered" jsonb;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "rendered" jsonb;--> statement-breakpoint
ALTER TABLE "event_translations" ADD COLUMN "rendered" jsonb;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "rendered" jsonb;--> statement-breakpoint
ALTER TABLE "forum_comments" ADD COLUMN "rendered" jsonb;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "rendered" jsonb;--> statement-breakpoint
-- What was rendered is of the text it was made from: a text that changes without it has none.
CREATE FUNCTION forget_rendered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rendered := NULL;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER articles_rendered BEFORE UPDATE OF body ON articles FOR EACH ROW
  WHEN (NEW.body IS DISTINCT FROM OLD.body AND NEW.rendered IS NOT DISTINCT FROM OLD.rendered)
  EXECUTE FUNCTION forget_rendered();
--> statement-breakpoint
CREATE TRIGGER board_members_rendered BEFORE UPDATE OF body ON board_members FOR EACH ROW
  WHEN (NEW.body IS DISTINCT FROM OLD.body AND NEW.rendered IS NOT DISTINCT FROM OLD.rendered)
  EXECUTE FUNCTION forget_rendered();
--> statement-breakpoint
CREATE TRIGGER event_translations_rendered BEFORE UPDATE OF body ON event_translations FOR EACH ROW
  WHEN (NEW.body IS DISTINCT FROM OLD.body AND NEW.rendered IS NOT DISTINCT FROM OLD.rendered)
  EXECUTE FUNCTION forget_rendered();
--> statement-breakpoint
CREATE TRIGGER events_rendered BEFORE UPDATE OF body ON events FOR EACH ROW
  WHEN (NEW.body IS DISTINCT FROM OLD.body AND NEW.rendered IS NOT DISTINCT FROM OLD.rendered)
  EXECUTE FUNCTION forget_rendered();
--> statement-breakpoint
CREATE TRIGGER forum_comments_rendered BEFORE UPDATE OF body ON forum_comments FOR EACH ROW
  WHEN (NEW.body IS DISTINCT FROM OLD.body AND NEW.rendered IS NOT DISTINCT FROM OLD.rendered)
  EXECUTE FUNCTION forget_rendered();
--> statement-breakpoint
CREATE TRIGGER news_items_rendered BEFORE UPDATE OF body ON news_items FOR EACH ROW
  WHEN (NEW.body IS DISTINCT FROM OLD.body AND NEW.rendered IS NOT DISTINCT FROM OLD.rendered)
  EXECUTE FUNCTION forget_rendered();
--> statement-breakpoint
CREATE TRIGGER newsletters_rendered BEFORE UPDATE OF body ON newsletters FOR EACH ROW
  WHEN (NEW.body IS DISTINCT FROM OLD.body AND NEW.rendered IS NOT DISTINCT FROM OLD.rendered)
  EXECUTE FUNCTION forget_rendered();
--> statement-breakpoint
CREATE TRIGGER pages_rendered BEFORE UPDATE OF body ON pages FOR EACH ROW
  WHEN (NEW.body IS DISTINCT FROM OLD.body AND NEW.rendered IS NOT DISTINCT FROM OLD.rendered)
  EXECUTE FUNCTION forget_rendered();
