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
ALTER TABLE "application_messages" ADD CONSTRAINT "application_messages_application_id_membership_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."membership_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_application_id_membership_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."membership_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_applications" ADD CONSTRAINT "membership_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_messages_application_index" ON "application_messages" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "application_notes_application_index" ON "application_notes" USING btree ("application_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_applications_open_email_key" ON "membership_applications" USING btree ("email") WHERE status in ('submitted', 'under-review', 'information-requested', 'approved', 'invited');--> statement-breakpoint
CREATE INDEX "membership_applications_email_index" ON "membership_applications" USING btree ("email");--> statement-breakpoint
CREATE INDEX "membership_applications_status_index" ON "membership_applications" USING btree ("status","status_since");--> statement-breakpoint
CREATE INDEX "membership_applications_user_index" ON "membership_applications" USING btree ("user_id");