CREATE INDEX "intranet_resources_facts_index" ON "intranet_resources" USING gin ("ranked_words");--> statement-breakpoint
-- Words are found though a footnote's digits are glued to them, and decisions by their topics and
-- provisions, which count as facts beside names and court; the text of a summary counts less.
DROP FUNCTION rows_expected(regclass, tsquery);
--> statement-breakpoint
-- One kind of hyphen, no hyphens of convenience; a number of a footnote stands by itself.
CREATE OR REPLACE FUNCTION search_text(content text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(
    regexp_replace(translate(content, U&'\2010\2011\2012\00AD', '---'), U&'[\2070\00B9\00B2\00B3\2074-\2079]+', ' ', 'g'),
    '([[:alpha:]]{3})(\d{1,3})(?![[:alnum:]])', '\1 \2', 'g')
$$;
--> statement-breakpoint
-- "gdpr/82/1" as it is written: "GDPR Art. 82(1)".
CREATE FUNCTION provision_text(provision text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT concat(upper(split_part(provision, '/', 1)), ' Art. ', split_part(provision, '/', 2), ' (',
    split_part(provision, '/', 3), ') ', split_part(provision, '/', 4))
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION index_decision_record() RETURNS trigger LANGUAGE plpgsql AS $$
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
    setweight(search_vector(array_to_string(NEW.names || NEW.topics, ' . '), 'en'), 'B') ||
    setweight(search_vector(
      (SELECT coalesce(string_agg(provision_text(provision), ' . '), '') FROM unnest(NEW.provisions) AS provision), 'en'), 'B') ||
    setweight(search_vector(concat_ws(' . ', court.name, court.name_en, court.abbreviation, NEW.celex, NEW.identifier), 'simple'), 'C');
  SELECT NEW.search || coalesce(tsvector_agg(search_vector(summary->>'text', summary->>'language')), ''::tsvector)
    INTO NEW.search FROM jsonb_array_elements(NEW.summaries) AS summary;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- What is there already is read anew.
UPDATE decision_records SET names = names;
--> statement-breakpoint
UPDATE news_items SET title = title;
--> statement-breakpoint
UPDATE articles SET title = title;
--> statement-breakpoint
UPDATE events SET title = title;
--> statement-breakpoint
UPDATE event_translations SET title = title;
--> statement-breakpoint
UPDATE pages SET title = title;
--> statement-breakpoint
UPDATE intranet_document_pages SET text = text;
--> statement-breakpoint
UPDATE intranet_resources r SET text_words = (
  SELECT array_to_tsvector(array_agg(word)) FROM (
    SELECT DISTINCT word FROM intranet_document_pages p, LATERAL unnest(tsvector_to_array(p.search)) AS lexeme (word)
    WHERE p.document = r.id AND word <> '' ORDER BY word LIMIT 40000) AS words)
  WHERE NOT folder;
