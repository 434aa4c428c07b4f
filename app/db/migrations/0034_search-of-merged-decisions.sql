-- A decision is found by the ECLI of each record that has become part of it as well.
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
      concat_ws(' . ', court.name, court.name_en, court.abbreviation, NEW.celex, NEW.identifier, merged), 'simple'), 'C');
  SELECT NEW.search || coalesce(tsvector_agg(search_vector(summary->>'text', summary->>'language')), ''::tsvector)
    INTO NEW.search FROM jsonb_array_elements(NEW.summaries) AS summary;
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
  -- The trigger before it reads the record anew.
  UPDATE decision_records SET names = names WHERE id = NEW.merged_into;
  RETURN NULL;
END
$$;
--> statement-breakpoint
UPDATE decision_records SET names = names WHERE id IN (SELECT merged_into FROM decision_records);
