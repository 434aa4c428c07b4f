CREATE TABLE "page_views" (
	"day" date NOT NULL,
	"path" text NOT NULL,
	"language" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "page_views_day_path_language_pk" PRIMARY KEY("day","path","language")
);
--> statement-breakpoint
CREATE TABLE "referrer_domains" (
	"day" date NOT NULL,
	"domain" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "referrer_domains_day_domain_pk" PRIMARY KEY("day","domain")
);
--> statement-breakpoint
CREATE TABLE "unanswered_searches" (
	"day" date NOT NULL,
	"hash" text NOT NULL,
	"words" text,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "unanswered_searches_day_hash_pk" PRIMARY KEY("day","hash")
);
--> statement-breakpoint
CREATE TABLE "consent_receipts" (
	"id" text PRIMARY KEY NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	"purposes" text NOT NULL,
	"text_version" text NOT NULL,
	"choices" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consent_texts" (
	"version" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"language" text NOT NULL,
	"texts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "error_groups" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"last_version" text
);
--> statement-breakpoint
CREATE TABLE "tracked_errors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"group" text NOT NULL,
	"message" text NOT NULL,
	"stack_trace" text,
	"url" text NOT NULL,
	"user_agent" text,
	"session_token" text,
	"user" text NOT NULL,
	"version" text,
	"version_date" timestamp (3) with time zone,
	"hash" text NOT NULL,
	"request_id" text
);
--> statement-breakpoint
ALTER TABLE "consent_receipts" ADD CONSTRAINT "consent_receipts_text_version_consent_texts_version_fk" FOREIGN KEY ("text_version") REFERENCES "public"."consent_texts"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracked_errors" ADD CONSTRAINT "tracked_errors_group_error_groups_id_fk" FOREIGN KEY ("group") REFERENCES "public"."error_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tracked_errors_session_hash_key" ON "tracked_errors" USING btree ("session_token","hash");--> statement-breakpoint
CREATE INDEX "tracked_errors_group_index" ON "tracked_errors" USING btree ("group","created_at");--> statement-breakpoint
CREATE INDEX "tracked_errors_created_at_index" ON "tracked_errors" USING btree ("created_at");