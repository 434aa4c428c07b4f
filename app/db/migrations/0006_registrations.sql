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
ALTER TABLE "mails" ADD COLUMN "calendar" jsonb;--> statement-breakpoint
ALTER TABLE "event_invitations" ADD CONSTRAINT "event_invitations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD CONSTRAINT "event_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_invitations_event_email_key" ON "event_invitations" USING btree ("event_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "event_invitations_link_key" ON "event_invitations" USING btree ("link_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_event_user_key" ON "event_registrations" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_event_guest_key" ON "event_registrations" USING btree ("event_id","guest_email");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_event_queue_key" ON "event_registrations" USING btree ("event_id","queue_number");--> statement-breakpoint
CREATE UNIQUE INDEX "event_registrations_link_key" ON "event_registrations" USING btree ("link_hash");--> statement-breakpoint
CREATE INDEX "event_registrations_user_index" ON "event_registrations" USING btree ("user_id");