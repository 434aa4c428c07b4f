ALTER TABLE "decision_records" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "decision_records" ADD CONSTRAINT "decision_records_merged_into_decision_records_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."decision_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decision_records_merged_index" ON "decision_records" USING btree ("merged_into");
--> statement-breakpoint
-- A citation of a merged record leads to the one that it has become part of.
CREATE OR REPLACE FUNCTION link_decision_citation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.cited := (SELECT coalesce(merged_into, id) FROM decision_records WHERE upper(identifier) = upper(NEW.identifier));
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION link_citations_of_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    UPDATE decision_citations SET cited = NULL WHERE upper(identifier) = upper(OLD.identifier);
  END IF;
  UPDATE decision_citations SET cited = coalesce(NEW.merged_into, NEW.id) WHERE upper(identifier) = upper(NEW.identifier);
  RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER decision_records_citations ON decision_records;
--> statement-breakpoint
CREATE TRIGGER decision_records_citations AFTER INSERT OR UPDATE OF identifier, merged_into ON decision_records
  FOR EACH ROW EXECUTE FUNCTION link_citations_of_decision();
