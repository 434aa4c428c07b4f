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
CREATE TABLE "account_suspensions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"flagged_comment_id" uuid
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
ALTER TABLE "account_suspensions" ADD CONSTRAINT "account_suspensions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_suspensions" ADD CONSTRAINT "account_suspensions_flagged_comment_id_flagged_comments_id_fk" FOREIGN KEY ("flagged_comment_id") REFERENCES "public"."flagged_comments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
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
CREATE UNIQUE INDEX "appeals_review_key" ON "appeals" USING btree ("flagged_comment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "flagged_comments_under_review_key" ON "flagged_comments" USING btree ("comment_id") WHERE "flagged_comments"."state" in ('open', 'revision-requested', 'suspension-proposed');--> statement-breakpoint
CREATE INDEX "flagged_comments_state_index" ON "flagged_comments" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "flagged_comments_author_index" ON "flagged_comments" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "flags_open_key" ON "flags" USING btree ("comment_id","reporter_id") WHERE "flags"."withdrawn_at" is null and "flags"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "flags_review_index" ON "flags" USING btree ("flagged_comment_id");--> statement-breakpoint
CREATE INDEX "flags_reporter_index" ON "flags" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "review_decisions_review_index" ON "review_decisions" USING btree ("flagged_comment_id");