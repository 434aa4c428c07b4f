ALTER TABLE "decision_citations" ADD COLUMN "from_text" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "decision_records" ADD COLUMN "citations_from" text;