CREATE TABLE "decision_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"proposed_by" uuid NOT NULL,
	"ecli" text,
	"case_number" text DEFAULT '' NOT NULL,
	"court" text,
	"decided_on" date,
	"name" text DEFAULT '' NOT NULL,
	"source_url" text,
	"topics" text[] DEFAULT '{}' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"record" uuid,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"answer" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decision_proposals" ADD CONSTRAINT "decision_proposals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_proposals" ADD CONSTRAINT "decision_proposals_court_courts_code_fk" FOREIGN KEY ("court") REFERENCES "public"."courts"("code") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_proposals" ADD CONSTRAINT "decision_proposals_record_decision_records_id_fk" FOREIGN KEY ("record") REFERENCES "public"."decision_records"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "decision_proposals_ecli_key" ON "decision_proposals" USING btree (upper("ecli")) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "decision_proposals_person_index" ON "decision_proposals" USING btree ("proposed_by");--> statement-breakpoint
CREATE INDEX "decision_proposals_record_index" ON "decision_proposals" USING btree ("record");