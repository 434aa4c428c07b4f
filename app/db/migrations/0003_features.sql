CREATE SEQUENCE "public"."member_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "audit_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entries" bigint NOT NULL,
	"broken_seq" bigint
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"place" text NOT NULL,
	"body" jsonb NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forum_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"read_roles" text[] DEFAULT '{"ADMIN","DEV","USER"}' NOT NULL,
	"write_roles" text[] DEFAULT '{"ADMIN","DEV","USER"}' NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"mails_may_quote" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forum_comment_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"comment_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"replaced_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"body" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forum_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"topic_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"author_id" uuid,
	"author_pseudonym" integer,
	"body" jsonb NOT NULL,
	"words" text NOT NULL,
	"quote" jsonb,
	"reply_to_id" uuid,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"state" text DEFAULT 'visible' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forum_follows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"category_id" uuid,
	"topic_id" uuid,
	"level" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "forum_mail_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"wants_quotes" boolean DEFAULT false NOT NULL,
	"wants_mentions" boolean DEFAULT true NOT NULL,
	"daily_until" timestamp (3) with time zone,
	"weekly_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "forum_notices" (
	"user_id" uuid NOT NULL,
	"comment_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "forum_notices_user_id_comment_id_pk" PRIMARY KEY("user_id","comment_id")
);
--> statement-breakpoint
CREATE TABLE "forum_readings" (
	"user_id" uuid NOT NULL,
	"topic_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "forum_readings_user_id_topic_id_pk" PRIMARY KEY("user_id","topic_id")
);
--> statement-breakpoint
CREATE TABLE "forum_topics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"category_id" uuid NOT NULL,
	"author_id" uuid,
	"title" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_reason" text,
	"last_activity_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"concerns_pending_case" boolean DEFAULT false NOT NULL,
	"comment_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "intranet_document_pages" (
	"document" uuid NOT NULL,
	"page" integer NOT NULL,
	"text" text NOT NULL,
	"language" text,
	"search" "tsvector" NOT NULL,
	"citations" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "intranet_document_pages_document_page_pk" PRIMARY KEY("document","page")
);
--> statement-breakpoint
CREATE TABLE "intranet_document_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"document" uuid NOT NULL,
	"number" integer NOT NULL,
	"user_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"file_name" text NOT NULL,
	"extension" text NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"media_type" text NOT NULL,
	CONSTRAINT "intranet_document_versions_number_key" UNIQUE("document","number")
);
--> statement-breakpoint
CREATE TABLE "intranet_resources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"collection" text NOT NULL,
	"folder" boolean NOT NULL,
	"metadata" jsonb NOT NULL,
	"parent" uuid,
	"user_id" uuid,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"language" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"author" text,
	"storage_extension" text,
	"file_version" integer,
	"bytes" bigint,
	"sha256" text,
	"media_type" text,
	"pages" integer,
	"text_state" text,
	"file_at" timestamp (3) with time zone,
	"trashed_at" timestamp (3) with time zone,
	"trashed_with" uuid,
	"search" "tsvector",
	"text_words" "tsvector",
	"citations" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "intranet_resources_id_collection_key" UNIQUE("id","collection"),
	CONSTRAINT "intranet_resources_own_parent" CHECK ("intranet_resources"."parent" <> "intranet_resources"."id"),
	CONSTRAINT "intranet_resources_document" CHECK ("intranet_resources"."folder" = ("intranet_resources"."storage_extension" is null) and "intranet_resources"."folder" = ("intranet_resources"."file_version" is null))
);
--> statement-breakpoint
CREATE TABLE "intranet_uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"collection" text NOT NULL,
	"parent" uuid,
	"document" uuid NOT NULL,
	"replaces" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"fingerprint" text NOT NULL,
	"state" text DEFAULT 'arriving' NOT NULL,
	"error_code" text
);
--> statement-breakpoint
CREATE TABLE "intranet_visits" (
	"user_id" uuid NOT NULL,
	"collection" text NOT NULL,
	"previous_at" timestamp (3) with time zone,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "intranet_visits_user_id_collection_pk" PRIMARY KEY("user_id","collection")
);
--> statement-breakpoint
CREATE TABLE "application_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"application_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_by" uuid,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"application_id" uuid NOT NULL,
	"created_by" uuid,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'submitted-unconfirmed' NOT NULL,
	"status_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_example" boolean DEFAULT false NOT NULL,
	"title" text,
	"first_name" text,
	"last_name" text,
	"email" text,
	"phone" text,
	"member_category" text NOT NULL,
	"function" text,
	"court_name" text,
	"court_city" text,
	"country" text NOT NULL,
	"appointed_since" integer,
	"gdpr_experience" text,
	"working_languages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"preferred_language" text,
	"referee" text,
	"message" text,
	"consents" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"consented_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"submission_key" text,
	"confirm_hash" text,
	"status_hash" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"assigned_to" uuid,
	"verification_method" text,
	"verified_by" uuid,
	"verified_at" timestamp (3) with time zone,
	"first_approved_by" uuid,
	"first_approved_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision_reference" text,
	"decision_reason" text,
	"user_id" uuid,
	"member_number" integer,
	"fee_status" text DEFAULT 'not-due' NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"retention_until" timestamp (3) with time zone,
	"anonymised_at" timestamp (3) with time zone,
	CONSTRAINT "membership_applications_submission_key_unique" UNIQUE("submission_key"),
	CONSTRAINT "membership_applications_confirm_hash_unique" UNIQUE("confirm_hash"),
	CONSTRAINT "membership_applications_status_hash_unique" UNIQUE("status_hash"),
	CONSTRAINT "membership_applications_member_number_unique" UNIQUE("member_number")
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"flagged_comment_id" uuid NOT NULL,
	"text" text NOT NULL,
	"result" text,
	"reasons" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "flagged_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"comment_id" uuid NOT NULL,
	"author_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"assignee_id" uuid,
	"reminded_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "flags" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"flagged_comment_id" uuid NOT NULL,
	"comment_id" uuid NOT NULL,
	"reporter_id" uuid,
	"reason" text NOT NULL,
	"explanation" text DEFAULT '' NOT NULL,
	"passage" text DEFAULT '' NOT NULL,
	"snapshot" jsonb NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "review_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"flagged_comment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"measure" text NOT NULL,
	"facts" text NOT NULL,
	"rule" text NOT NULL,
	"measure_text" text NOT NULL,
	"appeal_route" text NOT NULL,
	"decided_by" uuid,
	"confirmed_by" uuid,
	"effective_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"new_email" text NOT NULL,
	"old_confirmed_at" timestamp (3) with time zone,
	"new_confirmed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"created_at" timestamp (3) with time zone DEFAULT now(),
	"aaguid" text,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "profile_pictures" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"fetched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"picture" "bytea",
	"media_type" text
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_comment_versions" ADD CONSTRAINT "forum_comment_versions_comment_id_forum_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."forum_comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_comments" ADD CONSTRAINT "forum_comments_topic_id_forum_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."forum_topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_comments" ADD CONSTRAINT "forum_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_comments" ADD CONSTRAINT "forum_comments_reply_to_id_forum_comments_id_fk" FOREIGN KEY ("reply_to_id") REFERENCES "public"."forum_comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_follows" ADD CONSTRAINT "forum_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_follows" ADD CONSTRAINT "forum_follows_category_id_forum_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."forum_categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_follows" ADD CONSTRAINT "forum_follows_topic_id_forum_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."forum_topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_mail_settings" ADD CONSTRAINT "forum_mail_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_notices" ADD CONSTRAINT "forum_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_notices" ADD CONSTRAINT "forum_notices_comment_id_forum_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."forum_comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_readings" ADD CONSTRAINT "forum_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_readings" ADD CONSTRAINT "forum_readings_topic_id_forum_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."forum_topics"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topics" ADD CONSTRAINT "forum_topics_category_id_forum_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."forum_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_topics" ADD CONSTRAINT "forum_topics_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_document_pages" ADD CONSTRAINT "intranet_document_pages_document_intranet_resources_id_fk" FOREIGN KEY ("document") REFERENCES "public"."intranet_resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_document_versions" ADD CONSTRAINT "intranet_document_versions_document_intranet_resources_id_fk" FOREIGN KEY ("document") REFERENCES "public"."intranet_resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_document_versions" ADD CONSTRAINT "intranet_document_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_resources" ADD CONSTRAINT "intranet_resources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_resources" ADD CONSTRAINT "intranet_resources_parent_fkey" FOREIGN KEY ("parent","collection") REFERENCES "public"."intranet_resources"("id","collection") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_uploads" ADD CONSTRAINT "intranet_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_visits" ADD CONSTRAINT "intranet_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_application_id_membership_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."membership_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_application_id_membership_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."membership_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_flagged_comment_id_flagged_comments_id_fk" FOREIGN KEY ("flagged_comment_id") REFERENCES "public"."flagged_comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flagged_comments" ADD CONSTRAINT "flagged_comments_comment_id_forum_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."forum_comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flagged_comments" ADD CONSTRAINT "flagged_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flagged_comments" ADD CONSTRAINT "flagged_comments_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_flagged_comment_id_flagged_comments_id_fk" FOREIGN KEY ("flagged_comment_id") REFERENCES "public"."flagged_comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_comment_id_forum_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."forum_comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flags" ADD CONSTRAINT "flags_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_decisions" ADD CONSTRAINT "review_decisions_flagged_comment_id_flagged_comments_id_fk" FOREIGN KEY ("flagged_comment_id") REFERENCES "public"."flagged_comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_decisions" ADD CONSTRAINT "review_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_decisions" ADD CONSTRAINT "review_decisions_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_pictures" ADD CONSTRAINT "profile_pictures_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_place_key" ON "drafts" USING btree ("user_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "forum_categories_slug_key" ON "forum_categories" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "forum_comment_versions_key" ON "forum_comment_versions" USING btree ("comment_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "forum_comments_position_key" ON "forum_comments" USING btree ("topic_id","position");--> statement-breakpoint
CREATE INDEX "forum_comments_author_index" ON "forum_comments" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "forum_follows_topic_key" ON "forum_follows" USING btree ("user_id","topic_id") WHERE "forum_follows"."topic_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "forum_follows_category_key" ON "forum_follows" USING btree ("user_id","category_id") WHERE "forum_follows"."category_id" is not null;--> statement-breakpoint
CREATE INDEX "forum_follows_of_topic_index" ON "forum_follows" USING btree ("topic_id");--> statement-breakpoint
CREATE INDEX "forum_follows_of_category_index" ON "forum_follows" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "forum_topics_category_index" ON "forum_topics" USING btree ("category_id","last_activity_at");--> statement-breakpoint
CREATE INDEX "forum_topics_activity_index" ON "forum_topics" USING btree ("last_activity_at");--> statement-breakpoint
CREATE INDEX "intranet_document_pages_search_index" ON "intranet_document_pages" USING gin ("search");--> statement-breakpoint
CREATE INDEX "intranet_document_pages_citations_index" ON "intranet_document_pages" USING gin ("citations");--> statement-breakpoint
CREATE INDEX "intranet_document_versions_key_index" ON "intranet_document_versions" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "intranet_resources_parent_index" ON "intranet_resources" USING btree ("parent");--> statement-breakpoint
CREATE INDEX "intranet_resources_place_index" ON "intranet_resources" USING btree ("collection","parent");--> statement-breakpoint
CREATE INDEX "intranet_resources_sha256_index" ON "intranet_resources" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "intranet_resources_user_index" ON "intranet_resources" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "intranet_resources_search_index" ON "intranet_resources" USING gin ("search");--> statement-breakpoint
CREATE INDEX "intranet_resources_citations_index" ON "intranet_resources" USING gin ("citations");--> statement-breakpoint
CREATE UNIQUE INDEX "intranet_resources_folder_name_key" ON "intranet_resources" USING btree ("collection",coalesce("parent", '00000000-0000-0000-0000-000000000000'::uuid),lower("title")) WHERE "intranet_resources"."folder" and "intranet_resources"."trashed_at" is null;--> statement-breakpoint
CREATE INDEX "intranet_uploads_user_index" ON "intranet_uploads" USING btree ("user_id","state");--> statement-breakpoint
CREATE INDEX "application_messages_application_index" ON "application_messages" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "application_notes_application_index" ON "application_notes" USING btree ("application_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_applications_open_email_key" ON "membership_applications" USING btree ("email") WHERE status in ('submitted', 'under-review', 'information-requested', 'approved', 'invited');--> statement-breakpoint
CREATE INDEX "membership_applications_email_index" ON "membership_applications" USING btree ("email");--> statement-breakpoint
CREATE INDEX "membership_applications_status_index" ON "membership_applications" USING btree ("status","status_since");--> statement-breakpoint
CREATE INDEX "membership_applications_user_index" ON "membership_applications" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "appeals_review_key" ON "appeals" USING btree ("flagged_comment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "flagged_comments_under_review_key" ON "flagged_comments" USING btree ("comment_id") WHERE "flagged_comments"."state" in ('open', 'revision-requested', 'suspension-proposed');--> statement-breakpoint
CREATE INDEX "flagged_comments_state_index" ON "flagged_comments" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "flagged_comments_author_index" ON "flagged_comments" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "flags_open_key" ON "flags" USING btree ("comment_id","reporter_id") WHERE "flags"."withdrawn_at" is null and "flags"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "flags_review_index" ON "flags" USING btree ("flagged_comment_id");--> statement-breakpoint
CREATE INDEX "flags_reporter_index" ON "flags" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "review_decisions_review_index" ON "review_decisions" USING btree ("flagged_comment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "known_devices_user_hash_key" ON "known_devices" USING btree ("user_id","hash");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_index" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_user_hash_key" ON "recovery_codes" USING btree ("user_id","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_username_key" ON "profiles" USING btree (lower("username"));