-- As before, but the page of an official journal ("OJ C 131/12") is one key and names no case. The
-- pattern is that of app/features/citations/citation-key.ts.
CREATE OR REPLACE FUNCTION citation_keys(content text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT key), '{}')
  FROM (VALUES ($page$(?<![[:alnum:]])(?:OJ(?:EU|EC)?|Official Journal|JO(?:UE|CE|RF)?|Journal officiel|ABl|Amtsblatts?|BGBl|Bundesgesetzblatts?|GU(?:UE|CE|RI)?|Gazzetta [Uu]fficiale|DO(?:UE|CE)?|Diario Oficial|BOE|Dz\. ?U(?:rz)?|Dziennik(?:a|u|iem)? (?:Ustaw|Urzędow(?:y|ego|emu|ym))|ОВ|ДВ|(?:Официал|Държав)(?:ен|ния) вестник|ΕΕ|ΦΕΚ|Επίσημης? Εφημερίδας?|PB|Publicatieblad|Jornal Oficial|ECR|Slg|Racc)(?![[:alnum:]])(?:[\s\u00A0.,:()\[\]]{1,3}(?:EU|UE|EG|EC|CE|ЕС|ЕО|ΕΚ|of|the|de|des|du|la|las|der|die|del|della|delle|von|vom|van|z|r|na|на|от|της|των|European|Union|Communities|(?:l['’]Union|Communautés) européennes?|Europäischen|Gemeinschaften|(?:dell['’]Unione|Comunità) europe[ae]|Unión|Europeas?|Comunidades|Unii|Wspólnot|Europejski(?:ej|ch)|Европейск(?:ия|ите)|съюз|общности|Ευρωπαϊκ(?:ής|ών)|Ένωσης|Κοινοτήτων|Europese|Unie|da União Europeia|[Ss]eries|[Ss]érie|Reihe|[Ss]erie|seri[ai]|серия|σειρά|Part|Teil|partie|\d{4}|\d{1,2}\.\d{1,2}\.\d{4})(?![[:alnum:]])){0,8}[\s\u00A0.,:()\[\]]{1,3}(?:(?:[Nn]o|[Nn]r|[Nn][°º]|[Nn]úm|[Nn]um|бр|αριθ|poz)\.?[\s\u00A0.,:()\[\]]{0,2})?(?:(?:[A-ZΑ-ΩА-Я]{1,2}['’′΄]?(?: ?I)?)[\s\u00A0.,:()\[\]]{0,2})?(?:(?:[Nn]o|[Nn]r|[Nn][°º]|[Nn]úm|[Nn]um|бр|αριθ|poz)\.?[\s\u00A0.,:()\[\]]{0,2})?\d{1,6}\s?/\s?\d{2,4}(?![[:alnum:]/])$page$)) AS journal (page), LATERAL (
    SELECT 'ECLI' || upper(regexp_replace(found[1], '[^[:alnum:]]', '', 'g')) AS key
      FROM regexp_matches(content, '(?<![[:alnum:]])(?:ECLI\s?:\s?)?([A-Z]{2}\s?:\s?[A-Z][A-Z0-9]{0,6}\s?:\s?\d{4}\s?:\s?[A-Z0-9]+(?:\.[A-Z0-9]+)*)', 'gi') AS found
    UNION ALL
    SELECT upper(regexp_replace(found[1], '[^[:alnum:]/]', '', 'g'))
      FROM regexp_matches(content, page, 'g') AS found
    UNION ALL
    SELECT upper(regexp_replace(array_to_string(words[first:], ''), '[^[:alnum:]]', '', 'g')) || number
      FROM (
        SELECT regexp_split_to_array(btrim(found[1], E' \u00A0\u2010\u2011\u2013-'), E'[\\s\u00A0\u2010\u2011\u2013-]+') AS words,
          found[2] || '/' || found[3] AS number
        FROM regexp_matches(regexp_replace(content, page, ';', 'g'), E'(?<![[:alnum:]/])((?:[[:alnum:].]{1,8}[\\s\u00A0\u2010\u2011\u2013-]{1,2}){0,3})(\\d{1,6})\\s?/\\s?(\\d{2,4})(?![[:alnum:]/])', 'g') AS found
      ) AS numbers, generate_series(1, coalesce(array_length(words, 1), 0) + 1) AS first
  ) AS keys
$$;
--> statement-breakpoint
REINDEX INDEX forum_comments_citations_index;
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
