-- A decision is found by the initials of a party whose name has three words or more: "VID" is Valsts
-- ieņēmumu dienests, "NAIH" Nemzeti Adatvédelmi és Információszabadság Hatóság, with small words and without.
CREATE FUNCTION initials_of(names text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(DISTINCT initials, ' '), '')
    FROM unnest(names) AS name,
      LATERAL regexp_split_to_table(regexp_replace(name, '\([^)]*\)', ' ', 'g'), '\s(?:v|and)\s|,') AS party,
      LATERAL (
        SELECT string_agg(left(word[1], 1), '' ORDER BY place) AS whole,
          string_agg(left(word[1], 1), '' ORDER BY place) FILTER (WHERE word[1] !~ '^[[:lower:]]{1,3}$') AS telling
        FROM regexp_matches(party, '[[:alpha:]]+', 'g') WITH ORDINALITY AS words (word, place)
      ) AS letters,
      LATERAL unnest(ARRAY[whole, telling]) AS initials
    WHERE length(initials) BETWEEN 3 AND 8
$$;
--> statement-breakpoint
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
      concat_ws(' . ', court.name, court.name_en, court.abbreviation, NEW.celex, NEW.identifier, merged, initials_of(NEW.names)),
      'simple'), 'C');
  SELECT NEW.search || coalesce(tsvector_agg(search_vector(summary->>'text', summary->>'language')), ''::tsvector)
    INTO NEW.search FROM jsonb_array_elements(NEW.summaries) AS summary;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- What is there already is read anew.
UPDATE decision_records SET names = names;
