CREATE SEQUENCE "public"."member_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
CREATE TABLE "audit_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entries" bigint NOT NULL,
	"broken_seq" bigint
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
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_application_id_membership_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."membership_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_application_id_membership_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."membership_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_pictures" ADD CONSTRAINT "profile_pictures_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_sign_in_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."sign_in_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_messages_application_index" ON "application_messages" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "application_notes_application_index" ON "application_notes" USING btree ("application_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_applications_open_email_key" ON "membership_applications" USING btree ("email") WHERE status in ('submitted', 'under-review', 'information-requested', 'approved', 'invited');--> statement-breakpoint
CREATE INDEX "membership_applications_email_index" ON "membership_applications" USING btree ("email");--> statement-breakpoint
CREATE INDEX "membership_applications_status_index" ON "membership_applications" USING btree ("status","status_since");--> statement-breakpoint
CREATE INDEX "membership_applications_user_index" ON "membership_applications" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "known_devices_user_hash_key" ON "known_devices" USING btree ("user_id","hash");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_index" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_user_hash_key" ON "recovery_codes" USING btree ("user_id","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "profiles_username_key" ON "profiles" USING btree (lower("username"));