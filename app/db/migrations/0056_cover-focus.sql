ALTER TABLE "articles" ADD COLUMN "cover_focus" text DEFAULT 'centre' NOT NULL;--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "cover_focus" text DEFAULT 'centre' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cover_focus" text DEFAULT 'centre' NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_cover_focus" CHECK ("articles"."cover_focus" in ('top-left', 'top', 'top-right', 'left', 'centre', 'right', 'bottom-left', 'bottom', 'bottom-right'));--> statement-breakpoint
ALTER TABLE "news_items" ADD CONSTRAINT "news_items_cover_focus" CHECK ("news_items"."cover_focus" in ('top-left', 'top', 'top-right', 'left', 'centre', 'right', 'bottom-left', 'bottom', 'bottom-right'));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_cover_focus" CHECK ("events"."cover_focus" in ('top-left', 'top', 'top-right', 'left', 'centre', 'right', 'bottom-left', 'bottom', 'bottom-right'));