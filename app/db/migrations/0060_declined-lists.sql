ALTER TABLE "subscriptions" ADD COLUMN "declined_lists" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- What was left of the lists that following joins is not wanted.
UPDATE "subscriptions" SET "declined_lists" = ARRAY(
  SELECT list FROM unnest("left_lists") AS list WHERE list IN ('forum-digest', 'following'));
