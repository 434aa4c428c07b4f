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
CREATE TABLE "newsletter_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"newsletter_id" uuid NOT NULL,
	"subscription_id" text,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"sender" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"reply" text
);
--> statement-breakpoint
CREATE TABLE "newsletters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"subject" text NOT NULL,
	"language" text NOT NULL,
	"list" text NOT NULL,
	"only_language" boolean DEFAULT false NOT NULL,
	"in_archive" boolean DEFAULT true NOT NULL,
	"body" jsonb NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"send_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"printed" jsonb,
	"html" text,
	"text" text,
	"counts" jsonb
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"lists" text[] DEFAULT '{}' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"consent_version" text NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"requested_lists" text[] DEFAULT '{}' NOT NULL,
	"confirm_hash" text,
	"confirm_until" timestamp (3) with time zone,
	"left_lists" text[] DEFAULT '{}' NOT NULL,
	"left_at" timestamp (3) with time zone,
	"bounced_at" timestamp (3) with time zone,
	"bounce_code" text
);
--> statement-breakpoint
CREATE TABLE "agreement_acceptances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"accepted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"acceptance_from" timestamp (3) with time zone NOT NULL,
	"effective_on" text,
	"language" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"variants" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "preview_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"kind" text NOT NULL,
	"publication_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "preview_links_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "publication_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"kind" text NOT NULL,
	"publication_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text,
	"is_published" boolean DEFAULT false NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"from_path" text NOT NULL,
	"to_path" text NOT NULL,
	CONSTRAINT "redirects_from_path_unique" UNIQUE("from_path")
);
--> statement-breakpoint
CREATE TABLE "event_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"court" text,
	"country" text,
	"link_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "event_registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"event_id" uuid NOT NULL,
	"user_id" uuid,
	"guest_name" text,
	"guest_email" text,
	"guest_court" text,
	"guest_country" text,
	"mode" text NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"needs" text,
	"list_consent" boolean DEFAULT false NOT NULL,
	"photo_consent" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"queue_number" integer NOT NULL,
	"link_hash" text NOT NULL,
	"ics_sequence" integer DEFAULT 0 NOT NULL,
	"reminded_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"folded" text NOT NULL,
	"uses" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_public_profile_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "join_url" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "registration" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "opens_at" timestamp(0);--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "closes_at" timestamp(0);--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "opens_at_instant" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "closes_at_instant" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "capacity_on_site" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "capacity_online" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "waiting_list" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "questions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "attendee_list" text DEFAULT 'nobody' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "documents" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "mark" uuid;--> statement-breakpoint
ALTER TABLE "forum_topics" ADD COLUMN "links" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "calendar" jsonb;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "translation_group" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "withdrawn_reason" text;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "cover" uuid;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "cover_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "cover_credit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "attachments" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "translation_group" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "withdrawn_reason" text;--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "cover" uuid;--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "cover_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "cover_credit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "news_items" ADD COLUMN "attachments" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "translation_group" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "pages" ADD COLUMN "acceptance_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "consent_receipts" ADD CONSTRAINT "consent_receipts_text_version_consent_texts_version_fk" FOREIGN KEY ("text_version") REFERENCES "public"."consent_texts"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracked_errors" ADD CONSTRAINT "tracked_errors_group_error_groups_id_fk" FOREIGN KEY ("group") REFERENCES "public"."error_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_deliveries" ADD CONSTRAINT "newsletter_deliveries_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_acceptances" ADD CONSTRAINT "agreement_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_invitations" ADD CONSTRAINT "event_invitations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tracked_errors_session_hash_key" ON "tracked_errors" USING btree ("session_token","hash");--> statement-breakpoint
CREATE INDEX "tracked_errors_group_index" ON "tracked_errors" USING btree ("group","created_at");--> statement-breakpoint
CREATE INDEX "tracked_errors_created_at_index" ON "tracked_errors" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_deliveries_address_key" ON "newsletter_deliveries" USING btree ("newsletter_id","email");--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_open_index" ON "newsletter_deliveries" USING btree ("newsletter_id","next_at") WHERE "newsletter_deliveries"."state" in ('waiting', 'sending', 'handing-over');--> statement-breakpoint
CREATE INDEX "newsletters_status_index" ON "newsletters" USING btree ("status","send_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_email_key" ON "subscriptions" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_user_id_key" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_confirm_hash_key" ON "subscriptions" USING btree ("confirm_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_acceptances_key" ON "agreement_acceptances" USING btree ("user_id","acceptance_from");--> statement-breakpoint
CREATE UNIQUE INDEX "publication_versions_number_key" ON "publication_versions" USING btree ("publication_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "event_invitations_event_email_key" ON "event_invitations" USING btree ("event_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "event_invitations_link_key" ON "event_invitations" USING btree ("link_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_event_user_key" ON "event_registrations" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_event_guest_key" ON "event_registrations" USING btree ("event_id","guest_email");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_event_queue_key" ON "event_registrations" USING btree ("event_id","queue_number");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_link_key" ON "event_registrations" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "event_registrations_user_index" ON "event_registrations" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_cover_pictures_id_fk" FOREIGN KEY ("cover") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_items" ADD CONSTRAINT "news_items_cover_pictures_id_fk" FOREIGN KEY ("cover") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "articles_translation_key" ON "articles" USING btree ("translation_group","language");--> statement-breakpoint
CREATE UNIQUE INDEX "news_items_translation_key" ON "news_items" USING btree ("translation_group","language");--> statement-breakpoint
CREATE UNIQUE INDEX "pages_translation_key" ON "pages" USING btree ("translation_group","language");