CREATE TABLE "courts" (
	"code" text PRIMARY KEY NOT NULL,
	"country" text NOT NULL,
	"kind" text NOT NULL,
	"ecli_code" text,
	"abbreviation" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text NOT NULL,
	"language" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decision_citations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"citing" uuid NOT NULL,
	"identifier" text NOT NULL,
	"cited" uuid,
	"paragraphs" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "decision_citations_pair_key" UNIQUE("citing","identifier")
);
--> statement-breakpoint
CREATE TABLE "decision_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"identifier" text NOT NULL,
	"is_ecli" boolean NOT NULL,
	"court" text NOT NULL,
	"formation" text DEFAULT '' NOT NULL,
	"decided_on" date NOT NULL,
	"type" text NOT NULL,
	"outcome" text,
	"case_numbers" text[] DEFAULT '{}' NOT NULL,
	"names" text[] DEFAULT '{}' NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"provisions" text[] DEFAULT '{}' NOT NULL,
	"topics" text[] DEFAULT '{}' NOT NULL,
	"fine_amount" numeric(14, 2),
	"fine_currency" text,
	"celex" text,
	"source_url" text,
	"summaries" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"visibility" text NOT NULL,
	"state" text NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"articles" text[] DEFAULT '{}' NOT NULL,
	"keys" text[] DEFAULT '{}' NOT NULL,
	"search" "tsvector"
);
--> statement-breakpoint
CREATE TABLE "decision_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"decision" uuid NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "decision_versions_number_key" UNIQUE("decision","number")
);
--> statement-breakpoint
ALTER TABLE "decision_citations" ADD CONSTRAINT "decision_citations_citing_decision_records_id_fk" FOREIGN KEY ("citing") REFERENCES "public"."decision_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_citations" ADD CONSTRAINT "decision_citations_cited_decision_records_id_fk" FOREIGN KEY ("cited") REFERENCES "public"."decision_records"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_records" ADD CONSTRAINT "decision_records_court_courts_code_fk" FOREIGN KEY ("court") REFERENCES "public"."courts"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_versions" ADD CONSTRAINT "decision_versions_decision_decision_records_id_fk" FOREIGN KEY ("decision") REFERENCES "public"."decision_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decision_citations_cited_index" ON "decision_citations" USING btree ("cited");--> statement-breakpoint
CREATE INDEX "decision_citations_identifier_index" ON "decision_citations" USING btree (upper("identifier"));--> statement-breakpoint
CREATE UNIQUE INDEX "decision_records_identifier_key" ON "decision_records" USING btree (upper("identifier"));--> statement-breakpoint
CREATE INDEX "decision_records_decided_index" ON "decision_records" USING btree ("decided_on");--> statement-breakpoint
CREATE INDEX "decision_records_court_index" ON "decision_records" USING btree ("court");--> statement-breakpoint
CREATE INDEX "decision_records_keys_index" ON "decision_records" USING gin ("keys");--> statement-breakpoint
CREATE INDEX "decision_records_articles_index" ON "decision_records" USING gin ("articles");--> statement-breakpoint
CREATE INDEX "decision_records_search_index" ON "decision_records" USING gin ("search");--> statement-breakpoint
-- What follows from the other columns of a decision: its country, the articles it applies, its
-- identifiers in one spelling, its words.
CREATE FUNCTION index_decision_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  court courts%ROWTYPE;
BEGIN
  SELECT * INTO court FROM courts WHERE code = NEW.court;
  NEW.country := court.country;
  NEW.articles := ARRAY(
    SELECT DISTINCT rtrim(split_part(provision, '/', 1) || '/' || split_part(provision, '/', 2), '/')
      FROM unnest(NEW.provisions) AS provision ORDER BY 1);
  NEW.keys := citation_keys(concat_ws(E'\n', NEW.identifier, array_to_string(NEW.case_numbers, E'\n')));
  NEW.search :=
    setweight(search_vector(array_to_string(NEW.names || NEW.case_numbers, ' . '), 'simple'), 'A') ||
    setweight(search_vector(concat_ws(' . ', court.name, court.name_en, court.abbreviation, NEW.celex), 'simple'), 'C');
  SELECT NEW.search || coalesce(tsvector_agg(setweight(search_vector(summary->>'text', summary->>'language'), 'B')), ''::tsvector)
    INTO NEW.search FROM jsonb_array_elements(NEW.summaries) AS summary;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE AGGREGATE tsvector_agg(tsvector) (SFUNC = tsvector_concat, STYPE = tsvector, INITCOND = '');
--> statement-breakpoint
CREATE TRIGGER decision_records_index BEFORE INSERT OR UPDATE ON decision_records
  FOR EACH ROW EXECUTE FUNCTION index_decision_record();
--> statement-breakpoint
-- A citation names its decision as soon as both are there, whichever comes first.
CREATE FUNCTION link_decision_citation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.cited := (SELECT id FROM decision_records WHERE upper(identifier) = upper(NEW.identifier));
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER decision_citations_link BEFORE INSERT OR UPDATE OF identifier ON decision_citations
  FOR EACH ROW EXECUTE FUNCTION link_decision_citation();
--> statement-breakpoint
CREATE FUNCTION link_citations_of_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE decision_citations SET cited = NEW.id WHERE upper(identifier) = upper(NEW.identifier);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER decision_records_citations AFTER INSERT OR UPDATE OF identifier ON decision_records
  FOR EACH ROW EXECUTE FUNCTION link_citations_of_decision();
--> statement-breakpoint
-- The documents of the library that are about a decision, by its ECLI.
CREATE INDEX intranet_resources_ecli_index ON intranet_resources
  (upper(metadata #>> '{judgment,ecli}')) WHERE metadata #>> '{judgment,ecli}' IS NOT NULL;
