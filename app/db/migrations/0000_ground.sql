CREATE TABLE "one_time_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"purpose" text NOT NULL,
	"hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "one_time_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"gravatar_url" text,
	"use_gravatar" boolean DEFAULT false NOT NULL,
	"username" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_accounts_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "sign_in_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"issuer" text,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_in_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"email" text NOT NULL,
	"email_subscriber" boolean DEFAULT false NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"role" text DEFAULT 'USER' NOT NULL,
	"public_profile" uuid
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"slug" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"visibility" text DEFAULT 'public' NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"body" jsonb NOT NULL,
	"type" text NOT NULL,
	"starts_at" timestamp(0) NOT NULL,
	"ends_at" timestamp(0) NOT NULL,
	"zone" text NOT NULL,
	"starts_at_instant" timestamp (3) with time zone NOT NULL,
	"ends_at_instant" timestamp (3) with time zone NOT NULL,
	"all_day" boolean DEFAULT false NOT NULL,
	"sessions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mode" text NOT NULL,
	"venue" text,
	"address" text,
	"city" text,
	"country" text,
	"organiser" text NOT NULL,
	"partners" text[] DEFAULT '{}' NOT NULL,
	"external_url" text,
	"contact" text NOT NULL,
	"working_languages" text[] DEFAULT '{}' NOT NULL,
	"fee_text" text,
	"chatham_house" boolean DEFAULT true NOT NULL,
	"photo_policy" text,
	"cancelled_reason" text,
	"ics_sequence" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"template" text NOT NULL,
	"recipient" text NOT NULL,
	"user_id" uuid,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"slug" text NOT NULL,
	"language" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"title" text NOT NULL,
	"teaser" text NOT NULL,
	"body" jsonb NOT NULL,
	"category" text NOT NULL,
	"publish_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone,
	"pinned" boolean DEFAULT false NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"corrections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"decisions" text[] DEFAULT '{}' NOT NULL,
	"subtitle" text,
	"abstract" text NOT NULL,
	"authors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"topics" text[] DEFAULT '{}' NOT NULL,
	"gdpr_articles" text[] DEFAULT '{}' NOT NULL,
	"footnotes" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "board_members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"function" text NOT NULL,
	"court" text NOT NULL,
	"country" text NOT NULL,
	"position" integer NOT NULL,
	"is_example" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"ecli" text PRIMARY KEY NOT NULL,
	"case_number" text NOT NULL,
	"name" text NOT NULL,
	"court" text NOT NULL,
	"date_decided" date NOT NULL,
	"source_url" text
);
--> statement-breakpoint
CREATE TABLE "news_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"slug" text NOT NULL,
	"language" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"title" text NOT NULL,
	"teaser" text NOT NULL,
	"body" jsonb NOT NULL,
	"category" text NOT NULL,
	"publish_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone,
	"pinned" boolean DEFAULT false NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"corrections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"decisions" text[] DEFAULT '{}' NOT NULL,
	"author_name" text NOT NULL,
	"related_event" text,
	"related_article" text
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"slug" text NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"body" jsonb NOT NULL,
	"effective_on" date
);
--> statement-breakpoint
CREATE TABLE "public_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"page" text NOT NULL,
	"title" text NOT NULL,
	"file_name" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"storage_key" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD CONSTRAINT "sign_in_methods_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_sessions" ADD CONSTRAINT "sign_in_sessions_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_public_profile_profiles_id_fk" FOREIGN KEY ("public_profile") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_methods_provider_key" ON "sign_in_methods" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "sign_in_sessions_user_id_index" ON "sign_in_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "events_slug_key" ON "events" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "events_ends_at_index" ON "events" USING btree ("ends_at_instant");--> statement-breakpoint
CREATE INDEX "mails_created_at_index" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "articles_slug_language_key" ON "articles" USING btree ("slug","language");--> statement-breakpoint
CREATE INDEX "articles_published_index" ON "articles" USING btree ("status","publish_at");--> statement-breakpoint
CREATE UNIQUE INDEX "news_items_slug_language_key" ON "news_items" USING btree ("slug","language");--> statement-breakpoint
CREATE INDEX "news_items_published_index" ON "news_items" USING btree ("status","publish_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pages_slug_language_key" ON "pages" USING btree ("slug","language");--> statement-breakpoint
CREATE UNIQUE INDEX "public_files_storage_key" ON "public_files" USING btree ("storage_key");