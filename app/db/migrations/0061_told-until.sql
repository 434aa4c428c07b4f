ALTER TABLE "forum_follows" ADD COLUMN "told_until" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "forum_follows" AS "follow" SET "told_until" = greatest("follow"."created_at", "settings"."told_until")
FROM (
	SELECT "forum_follows"."id", CASE "forum_follows"."level" WHEN 'daily' THEN "daily_until" WHEN 'weekly' THEN "weekly_until" END AS "told_until"
	FROM "forum_follows" LEFT JOIN "forum_mail_settings" ON "forum_mail_settings"."user_id" = "forum_follows"."user_id"
) AS "settings"
WHERE "settings"."id" = "follow"."id" AND "follow"."level" IN ('daily', 'weekly');--> statement-breakpoint
ALTER TABLE "forum_mail_settings" DROP COLUMN "daily_until";--> statement-breakpoint
ALTER TABLE "forum_mail_settings" DROP COLUMN "weekly_until";
