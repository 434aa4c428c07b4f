-- What was typed, as a query in every language at once. A spelling that is no other than what was
-- typed is not read again.
CREATE OR REPLACE FUNCTION library_query(typed text) RETURNS tsquery
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  plain text := search_text(typed);
  joined text := regexp_replace(plain, '([[:alpha:]]{3,})-(?=[[:alpha:]]{3,})', '\1', 'g');
  umlauts text := regexp_replace(plain, '([aou])e', '\1', 'gi');
  -- As typed, compounds without their hyphen, umlauts written with e.
  spellings text[] := ARRAY[plain];
  spelt text;
  result tsquery;
  part tsquery;
  seen text[] := '{}';
  configuration record;
BEGIN
  IF joined <> plain THEN spellings := spellings || joined; END IF;
  IF umlauts <> plain THEN spellings := spellings || umlauts; END IF;
  FOR configuration IN SELECT oid::regconfig AS id, cfgname AS name FROM pg_ts_config WHERE cfgname LIKE 'library\_%' LOOP
    FOREACH spelt IN ARRAY spellings LOOP
      part := websearch_to_tsquery(configuration.id, spelt);
      CONTINUE WHEN numnode(part) = 0 OR part::text = ANY (seen);
      seen := seen || part::text;
      result := CASE WHEN result IS NULL THEN part ELSE result || part END;
    END LOOP;
    IF configuration.name = 'library_simple' THEN
      part := websearch_to_tsquery(configuration.id, plain);
      CONTINUE WHEN numnode(part) = 0 OR strpos(part::text, '<') > 0;
      part := light_stems(part::text)::tsquery;
      result := CASE WHEN result IS NULL THEN part ELSE result || part END;
    END IF;
  END LOOP;
  RETURN result;
END
$$;
--> statement-breakpoint
-- In how many rows of a table words stand, as the planner expects from its statistics: the table
-- itself is not asked.
CREATE FUNCTION rows_expected(place regclass, words tsquery) RETURNS real
LANGUAGE plpgsql STRICT AS $$
DECLARE
  plan json;
BEGIN
  EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM %s WHERE search @@ %L::tsquery', place, words) INTO plan;
  RETURN plan #>> '{0,Plan,Plan Rows}';
END
$$;
