ALTER TABLE "intranet_document_pages" ADD COLUMN "recognised_by" text;--> statement-breakpoint
CREATE INDEX "decision_records_names_index" ON "decision_records" USING gin ("names");--> statement-breakpoint
-- What mentions a decision is looked up by its keys.
CREATE INDEX news_items_citations_index ON news_items USING gin (citations);--> statement-breakpoint
CREATE INDEX articles_citations_index ON articles USING gin (citations);--> statement-breakpoint
CREATE INDEX events_citations_index ON events USING gin (citations);--> statement-breakpoint
CREATE INDEX event_translations_citations_index ON event_translations USING gin (citations);--> statement-breakpoint
CREATE INDEX pages_citations_index ON pages USING gin (citations);
