CREATE TABLE "error_counts" (
	"minute" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"errors" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "health_verdicts" (
	"check" text PRIMARY KEY NOT NULL,
	"told" text DEFAULT 'good' NOT NULL,
	"seen" text DEFAULT 'good' NOT NULL,
	"seen_since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
