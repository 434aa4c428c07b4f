ALTER TABLE "decision_records" ADD COLUMN "procedure" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "decision_records" ADD COLUMN "procedure_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "decision_records_procedure_index" ON "decision_records" USING gin ("procedure_keys");--> statement-breakpoint
-- What names a decision in its procedure is found by the identifier in any letter case.
CREATE FUNCTION index_decision_procedure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.procedure_keys := ARRAY(
    SELECT DISTINCT upper(relation->>'identifier') FROM jsonb_array_elements(NEW.procedure) AS relation ORDER BY 1);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER decision_records_procedure BEFORE INSERT OR UPDATE OF procedure ON decision_records
  FOR EACH ROW EXECUTE FUNCTION index_decision_procedure();
