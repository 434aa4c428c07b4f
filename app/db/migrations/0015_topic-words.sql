ALTER TABLE "forum_comment_versions" ADD COLUMN "topic_words" jsonb;--> statement-breakpoint
ALTER TABLE "flags" ADD COLUMN "topic_words" jsonb;