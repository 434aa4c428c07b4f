ALTER TABLE "decision_records" ADD COLUMN "cited_by" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "decision_records" ADD COLUMN "cited_by_public" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "decision_records_cited_index" ON "decision_records" USING btree ("cited_by","decided_on");--> statement-breakpoint
CREATE INDEX "decision_records_cited_public_index" ON "decision_records" USING btree ("cited_by_public","decided_on");--> statement-breakpoint
-- The words and keys of a decision are not made anew when only its citations are counted. A further column
-- that they are made of is named here too.
DROP TRIGGER decision_records_index ON decision_records;
--> statement-breakpoint
CREATE TRIGGER decision_records_index
  BEFORE INSERT OR UPDATE OF identifier, court, case_numbers, names, provisions, topics, celex, summaries ON decision_records
  FOR EACH ROW EXECUTE FUNCTION index_decision_record();
--> statement-breakpoint
DROP TRIGGER decision_records_index_keys ON decision_records;
--> statement-breakpoint
CREATE TRIGGER decision_records_index_keys
  BEFORE INSERT OR UPDATE OF identifier, court, case_numbers, names, provisions, topics, celex, summaries ON decision_records
  FOR EACH ROW EXECUTE FUNCTION add_decision_keys();
--> statement-breakpoint
-- Counts by how many decisions each of these is cited: of those that are listed, and of the public ones.
CREATE FUNCTION count_citing_decisions(counted uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE decision_records SET cited_by = number.listed, cited_by_public = number.public
    FROM (
      SELECT one.id, count(DISTINCT citing.id) AS listed,
          count(DISTINCT citing.id) FILTER (WHERE citing.visibility = 'public') AS public
        FROM unnest(counted) AS one (id)
          LEFT JOIN decision_citations AS citation ON citation.cited = one.id
          LEFT JOIN decision_records AS citing ON citing.id = citation.citing AND citing.state = 'checked'
        GROUP BY one.id
    ) AS number
    WHERE decision_records.id = number.id
      AND (cited_by, cited_by_public) IS DISTINCT FROM (number.listed, number.public)
$$;
--> statement-breakpoint
-- Both ends of a citation are locked before they are counted, in one order: of two transactions, the second
-- counts what the first has written.
CREATE FUNCTION count_after_citations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    touched := ARRAY(SELECT citing FROM new_rows UNION SELECT cited FROM new_rows);
  ELSIF TG_OP = 'DELETE' THEN
    touched := ARRAY(SELECT citing FROM old_rows UNION SELECT cited FROM old_rows);
  ELSE
    touched := ARRAY(
      SELECT citing FROM new_rows UNION SELECT cited FROM new_rows
      UNION SELECT citing FROM old_rows UNION SELECT cited FROM old_rows);
  END IF;
  IF touched <> '{}' THEN
    PERFORM FROM decision_records WHERE id = ANY (touched) ORDER BY id FOR NO KEY UPDATE;
    PERFORM count_citing_decisions(touched);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER decision_citations_count_new AFTER INSERT ON decision_citations
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_after_citations();
--> statement-breakpoint
CREATE TRIGGER decision_citations_count_old AFTER DELETE ON decision_citations
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_after_citations();
--> statement-breakpoint
CREATE TRIGGER decision_citations_count_changed AFTER UPDATE ON decision_citations
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_after_citations();
--> statement-breakpoint
CREATE FUNCTION count_after_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched uuid[] := ARRAY(SELECT cited FROM decision_citations WHERE citing = NEW.id AND cited IS NOT NULL);
BEGIN
  PERFORM FROM decision_records WHERE id = ANY (touched) ORDER BY id FOR NO KEY UPDATE;
  PERFORM count_citing_decisions(touched);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER decision_records_count AFTER UPDATE OF state, visibility ON decision_records
  FOR EACH ROW WHEN ((OLD.state, OLD.visibility) IS DISTINCT FROM (NEW.state, NEW.visibility))
  EXECUTE FUNCTION count_after_decision();
--> statement-breakpoint
SELECT count_citing_decisions(ARRAY(SELECT cited FROM decision_citations));
