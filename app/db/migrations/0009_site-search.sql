-- One search over everything: publications get what the library has, words are found in more of
-- their forms, and citations in any writing.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX search_words_folded_index ON search_words USING gin (folded gin_trgm_ops);
--> statement-breakpoint
-- One kind of hyphen, no hyphens of convenience.
CREATE FUNCTION search_text(content text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(content, U&'\2010\2011\2012\00AD', '---')
$$;
--> statement-breakpoint
-- The words of a vector or query, given as text, without the commonest endings and marked by "~":
-- for languages that this PostgreSQL has no stemmer for (Slavic, Baltic). Cutting the same ending
-- off both sides is enough for most nouns and adjectives to meet.
CREATE FUNCTION light_stems(quoted text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(quoted,
    '''([^''\s\\~]{3,}?)(iego|iemu|owie|ami|emi|imi|ymi|ach|ech|ich|ych|ego|emu|eho|oho|omu|ove|owi|iem|ou|ow|om|em|im|ym|am|um|us|as|es|os|is|ie|ia|iu|ej|a|e|i|o|u|y|s|ията|ият|ата|ята|ето|ото|ите|ове|ия|ът|ят|та|то|те|ен|на|но|ни|а|я|и|о|е|у)?''',
    '''~\1''', 'g')
$$;
--> statement-breakpoint
CREATE FUNCTION search_vector(content text, language text) RETURNS tsvector
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  configuration regconfig := library_configuration(language);
  plain text := search_text(content);
  joined text;
  vector tsvector;
BEGIN
  -- "Datenschutz-Grundverordnung" is also found as one word.
  SELECT string_agg(DISTINCT replace(compound[1], '-', ''), ' ') INTO joined
    FROM regexp_matches(plain, '[[:alpha:]]{3,}(?:-[[:alpha:]]{3,})+', 'g') AS compound;
  vector := to_tsvector(configuration, plain || coalesce(' . ' || joined, ''));
  IF configuration = 'library_simple'::regconfig THEN
    vector := vector || light_stems(strip(vector)::text)::tsvector;
  END IF;
  RETURN vector;
END
$$;
--> statement-breakpoint
-- What was typed, as a query in every language at once: the index answers it in one look.
CREATE OR REPLACE FUNCTION library_query(typed text) RETURNS tsquery
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  plain text := search_text(typed);
  joined text := regexp_replace(plain, '([[:alpha:]]{3,})-(?=[[:alpha:]]{3,})', '\1', 'g');
  spelt text;
  result tsquery;
  part tsquery;
  seen text[] := '{}';
  configuration record;
BEGIN
  FOR configuration IN SELECT oid::regconfig AS id, cfgname AS name FROM pg_ts_config WHERE cfgname LIKE 'library\_%' LOOP
    -- As typed, compounds without their hyphen, umlauts written with e.
    FOREACH spelt IN ARRAY ARRAY[plain, joined, regexp_replace(plain, '([aou])e', '\1', 'gi')]
    LOOP
      part := websearch_to_tsquery(configuration.id, spelt);
      CONTINUE WHEN numnode(part) = 0 OR part::text = ANY (seen);
      seen := seen || part::text;
      result := CASE WHEN result IS NULL THEN part ELSE result || part END;
    END LOOP;
    part := websearch_to_tsquery(configuration.id, plain);
    IF configuration.name = 'library_simple' AND numnode(part) > 0 AND strpos(part::text, '<') = 0 THEN
      part := light_stems(part::text)::tsquery;
      result := CASE WHEN result IS NULL THEN part ELSE result || part END;
    END IF;
  END LOOP;
  RETURN result;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION index_intranet_resource() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search :=
    setweight(search_vector(NEW.title, NEW.language), 'A') ||
    setweight(search_vector(array_to_string(NEW.tags, ', '), NEW.language), 'B') ||
    setweight(search_vector(
      (SELECT coalesce(string_agg(part #>> '{}', ' . '), '')
         FROM jsonb_path_query(NEW.metadata - 'kind', 'strict $.** ? (@.type() == "string")', '{}', true) AS part),
      NEW.language), 'B') ||
    setweight(search_vector(coalesce(NEW.author, '') || ' . ' || NEW.description, NEW.language), 'C') ||
    coalesce(NEW.text_words, ''::tsvector);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION index_intranet_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_vector(NEW.text, NEW.language);
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- ECLI and case numbers in one spelling; the same rules as app/lib/citation-key.ts.
CREATE FUNCTION citation_keys(content text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT key), '{}') FROM (
    SELECT 'ECLI' || upper(regexp_replace(found[1], '[^[:alnum:]]', '', 'g')) AS key
      FROM regexp_matches(content, '(?<![[:alnum:]])(?:ECLI\s?:\s?)?([A-Z]{2}\s?:\s?[A-Z][A-Z0-9]{0,6}\s?:\s?\d{4}\s?:\s?[A-Z0-9]+(?:\.[A-Z0-9]+)*)', 'gi') AS found
    UNION ALL
    SELECT upper(regexp_replace(array_to_string(words[first:], ''), '[^[:alnum:]]', '', 'g')) || number
      FROM (
        SELECT regexp_split_to_array(btrim(found[1], E' \u00A0\u2010\u2011\u2013-'), E'[\\s\u00A0\u2010\u2011\u2013-]+') AS words,
          found[2] || '/' || found[3] AS number
        FROM regexp_matches(content, E'(?<![[:alnum:]/])((?:[[:alnum:].]{1,8}[\\s\u00A0\u2010\u2011\u2013-]{1,2}){0,3})(\\d{1,6})\\s?/\\s?(\\d{2,4})(?![[:alnum:]/])', 'g') AS found
      ) AS numbers, generate_series(1, coalesce(array_length(words, 1), 0) + 1) AS first
  ) AS keys
$$;
--> statement-breakpoint
-- The words of a rich text, a line for each of its blocks.
CREATE FUNCTION rich_text_words(body jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(
    (SELECT string_agg(part #>> '{}', '') FROM jsonb_path_query(block, 'strict $.**.text', '{}', true) AS part),
    E'\n'), '')
  FROM jsonb_path_query(body, 'strict $.** ? (@.type == "paragraph" || @.type == "heading")', '{}', true) AS block
$$;
--> statement-breakpoint
ALTER TABLE news_items ADD COLUMN search tsvector, ADD COLUMN citations text[] NOT NULL DEFAULT '{}';
--> statement-breakpoint
ALTER TABLE articles ADD COLUMN search tsvector, ADD COLUMN citations text[] NOT NULL DEFAULT '{}';
--> statement-breakpoint
ALTER TABLE events ADD COLUMN search tsvector, ADD COLUMN citations text[] NOT NULL DEFAULT '{}';
--> statement-breakpoint
ALTER TABLE pages ADD COLUMN search tsvector, ADD COLUMN citations text[] NOT NULL DEFAULT '{}';
--> statement-breakpoint
-- Title, what introduces it, facts and body of a news item, article, event or page.
CREATE FUNCTION index_publication() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  record jsonb := to_jsonb(NEW);
  -- Events have no language of their own: they are written in that of the site.
  language text := coalesce(record->>'language', 'en');
  words text := rich_text_words(NEW.body);
  opening text := concat_ws(E'\n', record->>'subtitle', record->>'teaser', record->>'abstract', record->>'summary', record->>'description');
  facts text := concat_ws(E'\n', record->>'city', record->>'venue', record->>'organiser',
    (SELECT string_agg(part #>> '{}', ' . ') FROM jsonb_path_query(
      jsonb_build_array(record->'topics', record->'authors', record->'sessions', record->'footnotes', record->'corrections'),
      'strict $.** ? (@.type() == "string")', '{}', true) AS part));
BEGIN
  NEW.search :=
    setweight(search_vector(NEW.title, language), 'A') ||
    setweight(search_vector(opening, language), 'B') ||
    setweight(search_vector(coalesce(facts, ''), language), 'C') ||
    search_vector(words, language);
  NEW.citations := citation_keys(concat_ws(E'\n', NEW.title, opening, facts, words,
    (SELECT string_agg(part #>> '{}', E'\n') FROM jsonb_path_query(record, 'strict $.decisions[*]', '{}', true) AS part)));
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER news_items_search BEFORE INSERT OR UPDATE ON news_items
  FOR EACH ROW EXECUTE FUNCTION index_publication();
--> statement-breakpoint
CREATE TRIGGER articles_search BEFORE INSERT OR UPDATE ON articles
  FOR EACH ROW EXECUTE FUNCTION index_publication();
--> statement-breakpoint
CREATE TRIGGER events_search BEFORE INSERT OR UPDATE ON events
  FOR EACH ROW EXECUTE FUNCTION index_publication();
--> statement-breakpoint
CREATE TRIGGER pages_search BEFORE INSERT OR UPDATE ON pages
  FOR EACH ROW EXECUTE FUNCTION index_publication();
--> statement-breakpoint
CREATE INDEX news_items_search_index ON news_items USING gin (search);
--> statement-breakpoint
CREATE INDEX articles_search_index ON articles USING gin (search);
--> statement-breakpoint
CREATE INDEX events_search_index ON events USING gin (search);
--> statement-breakpoint
CREATE INDEX pages_search_index ON pages USING gin (search);
--> statement-breakpoint
CREATE INDEX forum_comments_citations_index ON forum_comments USING gin (citation_keys(words));
--> statement-breakpoint
-- What is there already is read anew.
UPDATE news_items SET title = title;
--> statement-breakpoint
UPDATE articles SET title = title;
--> statement-breakpoint
UPDATE events SET title = title;
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
