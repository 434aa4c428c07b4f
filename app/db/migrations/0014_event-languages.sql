CREATE TABLE "event_translations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"slug" text NOT NULL,
	"language" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"publish_at" timestamp (3) with time zone NOT NULL,
	"expire_at" timestamp (3) with time zone,
	"withdrawn_reason" text,
	"withdrawn_at" timestamp (3) with time zone,
	"translation_group" uuid NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"body" jsonb NOT NULL,
	"corrections" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cover_alt" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "corrections" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cover" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cover_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cover_credit" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "attachments" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "withdrawn_reason" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "event_registrations" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "event_translations" ADD CONSTRAINT "event_translations_slug_events_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."events"("slug") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "event_translations" ADD CONSTRAINT "event_translations_translation_group_events_id_fk" FOREIGN KEY ("translation_group") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_translations_key" ON "event_translations" USING btree ("translation_group","language");--> statement-breakpoint
CREATE INDEX "event_translations_slug_index" ON "event_translations" USING btree ("slug");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_cover_pictures_id_fk" FOREIGN KEY ("cover") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- What is written in a further language is found by the rules of that language.
ALTER TABLE event_translations ADD COLUMN search tsvector, ADD COLUMN citations text[] NOT NULL DEFAULT '{}';
--> statement-breakpoint
CREATE TRIGGER event_translations_search BEFORE INSERT OR UPDATE ON event_translations
  FOR EACH ROW EXECUTE FUNCTION index_publication();
--> statement-breakpoint
CREATE INDEX event_translations_search_index ON event_translations USING gin (search);
