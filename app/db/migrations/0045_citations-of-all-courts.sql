-- A decision is also found by its numbers as a whole, since not all have a stroke ("6 C 15.10").
CREATE FUNCTION add_decision_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.keys := ARRAY(
    SELECT key FROM unnest(NEW.keys) AS key
    UNION SELECT upper(regexp_replace(number, '[^[:alnum:]/]', '', 'g')) FROM unnest(NEW.case_numbers) AS number);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER decision_records_index_keys BEFORE INSERT OR UPDATE ON decision_records
  FOR EACH ROW EXECUTE FUNCTION add_decision_keys();
--> statement-breakpoint
UPDATE decision_records SET names = names;
--> statement-breakpoint
-- What is marked in a rendered text is cited by it: decisions by their keys, and provisions.
CREATE FUNCTION marked_citations(rendered jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT found[1]), '{}')
  FROM regexp_matches(concat(rendered->>'lead', rendered->>'rest'), '<data value="([^"&]*)">', 'g') AS found
  WHERE found[1] NOT LIKE 'name:%'
$$;
--> statement-breakpoint
CREATE FUNCTION add_marked_citations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.citations := ARRAY(
    SELECT unnest(NEW.citations) UNION SELECT unnest(marked_citations(to_jsonb(NEW)->'rendered')));
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER news_items_search_marks BEFORE INSERT OR UPDATE ON news_items
  FOR EACH ROW EXECUTE FUNCTION add_marked_citations();
--> statement-breakpoint
CREATE TRIGGER articles_search_marks BEFORE INSERT OR UPDATE ON articles
  FOR EACH ROW EXECUTE FUNCTION add_marked_citations();
--> statement-breakpoint
CREATE TRIGGER events_search_marks BEFORE INSERT OR UPDATE ON events
  FOR EACH ROW EXECUTE FUNCTION add_marked_citations();
--> statement-breakpoint
CREATE TRIGGER pages_search_marks BEFORE INSERT OR UPDATE ON pages
  FOR EACH ROW EXECUTE FUNCTION add_marked_citations();
--> statement-breakpoint
CREATE TRIGGER event_translations_search_marks BEFORE INSERT OR UPDATE ON event_translations
  FOR EACH ROW EXECUTE FUNCTION add_marked_citations();
