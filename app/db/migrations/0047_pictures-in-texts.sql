CREATE INDEX "articles_pictures_index" ON "articles" USING gin (jsonb_path_query_array("body", '$.content[*] ? (@.type == "picture").attrs.id'));--> statement-breakpoint
CREATE INDEX "news_items_pictures_index" ON "news_items" USING gin (jsonb_path_query_array("body", '$.content[*] ? (@.type == "picture").attrs.id'));--> statement-breakpoint
CREATE INDEX "pages_pictures_index" ON "pages" USING gin (jsonb_path_query_array("body", '$.content[*] ? (@.type == "picture").attrs.id'));--> statement-breakpoint
CREATE INDEX "event_translations_pictures_index" ON "event_translations" USING gin (jsonb_path_query_array("body", '$.content[*] ? (@.type == "picture").attrs.id'));--> statement-breakpoint
CREATE INDEX "events_pictures_index" ON "events" USING gin (jsonb_path_query_array("body", '$.content[*] ? (@.type == "picture").attrs.id'));--> statement-breakpoint
-- The words of a rich text, a line for each of its blocks; of a picture what it shows and its caption.
CREATE OR REPLACE FUNCTION rich_text_words(body jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(
    CASE block ->> 'type'
      WHEN 'picture' THEN (block #>> '{attrs,alt}') || coalesce(' ' || (block #>> '{attrs,caption}'), '')
      ELSE (SELECT string_agg(part #>> '{}', '') FROM jsonb_path_query(block, 'strict $.**.text', '{}', true) AS part)
    END,
    E'\n'), '')
  FROM jsonb_path_query(body, 'strict $.** ? (@.type == "paragraph" || @.type == "heading" || @.type == "picture")', '{}', true) AS block
$$;
