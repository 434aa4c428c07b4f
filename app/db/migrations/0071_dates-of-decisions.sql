-- A decision is found by its date, which a query has as "16 July 2020", "16.7.2020" and the like: all of
-- them are looked for as "20200716".
CREATE OR REPLACE FUNCTION index_decision_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  court courts%ROWTYPE;
  merged text;
BEGIN
  SELECT * INTO court FROM courts WHERE code = NEW.court;
  SELECT string_agg(identifier, E'\n') INTO merged FROM decision_records WHERE merged_into = NEW.id;
  NEW.country := court.country;
  NEW.articles := ARRAY(
    SELECT DISTINCT rtrim(split_part(provision, '/', 1) || '/' || split_part(provision, '/', 2), '/')
      FROM unnest(NEW.provisions) AS provision ORDER BY 1);
  NEW.keys := citation_keys(concat_ws(E'\n', NEW.identifier, array_to_string(NEW.case_numbers, E'\n'), merged));
  NEW.search :=
    setweight(search_vector(array_to_string(NEW.names || NEW.case_numbers, ' . '), 'simple'), 'A') ||
    setweight(search_vector(array_to_string(NEW.names || NEW.topics, ' . '), 'en'), 'B') ||
    setweight(search_vector(
      (SELECT coalesce(string_agg(provision_text(provision), ' . '), '') FROM unnest(NEW.provisions) AS provision), 'en'), 'B') ||
    setweight(search_vector(
      concat_ws(' . ', court.name, court.name_en, court.abbreviation, NEW.celex, NEW.identifier, merged, initials_of(NEW.names),
        to_char(NEW.decided_on, 'YYYYMMDD')),
      'simple'), 'C');
  SELECT NEW.search || coalesce(tsvector_agg(search_vector(summary->>'text', summary->>'language')), ''::tsvector)
    INTO NEW.search FROM jsonb_array_elements(NEW.summaries) AS summary;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- What is there already is read anew.
UPDATE decision_records SET names = names;
