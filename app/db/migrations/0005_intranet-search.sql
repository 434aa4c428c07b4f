-- Full text by the language of each document; accents never matter.
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- A configuration for each language with a stemmer in this PostgreSQL, and one for the others.
DO $$
DECLARE
  entry record;
  source text;
BEGIN
  FOR entry IN SELECT * FROM (VALUES
    ('da', 'danish'), ('de', 'german'), ('el', 'greek'), ('en', 'english'), ('es', 'spanish'),
    ('et', 'estonian'), ('fi', 'finnish'), ('fr', 'french'), ('ga', 'irish'), ('hu', 'hungarian'),
    ('it', 'italian'), ('lt', 'lithuanian'), ('nl', 'dutch'), ('no', 'norwegian'), ('pl', 'polish'),
    ('pt', 'portuguese'), ('ro', 'romanian'), ('sr', 'serbian'), ('sv', 'swedish'),
    ('tr', 'turkish'), ('simple', 'simple')
  ) AS languages (code, name) LOOP
    SELECT cfgname INTO source FROM pg_ts_config
      WHERE cfgname = entry.name AND cfgnamespace = 'pg_catalog'::regnamespace;
    CONTINUE WHEN source IS NULL;
    EXECUTE format('CREATE TEXT SEARCH CONFIGURATION library_%s (COPY = pg_catalog.%I)', entry.code, source);
    EXECUTE format(
      'ALTER TEXT SEARCH CONFIGURATION library_%s ALTER MAPPING FOR hword, hword_part, word WITH unaccent, %I',
      entry.code, CASE entry.name WHEN 'simple' THEN 'simple' ELSE entry.name || '_stem' END);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE FUNCTION library_configuration(language text) RETURNS regconfig
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(
    (SELECT oid::regconfig FROM pg_ts_config WHERE cfgname = 'library_' || language
       AND cfgnamespace = (SELECT cfgnamespace FROM pg_ts_config WHERE cfgname = 'library_simple' LIMIT 1)),
    'library_simple'::regconfig)
$$;
--> statement-breakpoint
-- What was typed, as a query in every language at once: the index answers it in one look.
CREATE FUNCTION library_query(typed text) RETURNS tsquery
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  result tsquery;
  part tsquery;
  configuration regconfig;
BEGIN
  FOR configuration IN SELECT oid::regconfig FROM pg_ts_config WHERE cfgname LIKE 'library\_%' LOOP
    part := websearch_to_tsquery(configuration, typed);
    CONTINUE WHEN numnode(part) = 0 OR part::text = result::text;
    result := CASE WHEN result IS NULL THEN part ELSE result || part END;
  END LOOP;
  RETURN result;
END
$$;
--> statement-breakpoint
CREATE FUNCTION index_intranet_resource() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  configuration regconfig := library_configuration(NEW.language);
BEGIN
  NEW.search :=
    setweight(to_tsvector(configuration, NEW.title), 'A') ||
    setweight(to_tsvector(configuration, array_to_string(NEW.tags, ', ')), 'B') ||
    setweight(jsonb_to_tsvector(configuration, NEW.metadata - 'kind', '["string"]'), 'B') ||
    setweight(to_tsvector(configuration, coalesce(NEW.author, '') || ' . ' || NEW.description), 'C') ||
    coalesce(NEW.text_words, ''::tsvector);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER intranet_resources_search
  BEFORE INSERT OR UPDATE OF title, description, tags, author, metadata, language, text_words ON intranet_resources
  FOR EACH ROW EXECUTE FUNCTION index_intranet_resource();
--> statement-breakpoint
CREATE FUNCTION index_intranet_page() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := to_tsvector(library_configuration(NEW.language), NEW.text);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER intranet_document_pages_search
  BEFORE INSERT OR UPDATE OF text, language ON intranet_document_pages
  FOR EACH ROW EXECUTE FUNCTION index_intranet_page();
