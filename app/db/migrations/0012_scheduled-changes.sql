ALTER TABLE "pages" ADD COLUMN "publish_at" timestamp (3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "expire_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "withdrawn_reason" text;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pending_changes" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pending_changes" ADD COLUMN "asks_for_acceptance" boolean DEFAULT false NOT NULL;