ALTER TABLE "profiles" ADD COLUMN "picture_agreed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "in_forum" boolean DEFAULT false NOT NULL;