-- Of who has left before, the state of the fee goes as it does for who leaves now.
UPDATE membership_applications SET fee_status = 'not-due' WHERE anonymised_at IS NOT NULL;
--> statement-breakpoint
-- The day is searched, so that a change of it alone is read anew as well.
DROP TRIGGER decision_records_index ON decision_records;
--> statement-breakpoint
CREATE TRIGGER decision_records_index
  BEFORE INSERT OR UPDATE OF identifier, court, case_numbers, names, provisions, topics, celex, summaries, decided_on
  ON decision_records
  FOR EACH ROW EXECUTE FUNCTION index_decision_record();
