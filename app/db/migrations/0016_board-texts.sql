ALTER TABLE "board_members" RENAME COLUMN "name" TO "title";--> statement-breakpoint
ALTER TABLE "event_translations" ADD COLUMN "sessions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "event_translations" ADD COLUMN "questions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "event_translations" ADD COLUMN "fee_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_translations" ADD COLUMN "photo_policy" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_translations" ADD COLUMN "cancelled_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "board_members" ADD COLUMN "slug" text DEFAULT 'about' NOT NULL;--> statement-breakpoint
ALTER TABLE "board_members" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "board_members" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "board_members" ADD COLUMN "publish_at" timestamp (3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL;--> statement-breakpoint
ALTER TABLE "board_members" ADD COLUMN "expire_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "board_members" ADD COLUMN "withdrawn_reason" text;--> statement-breakpoint
ALTER TABLE "board_members" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "board_members" ADD COLUMN "translation_group" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "board_members" ADD COLUMN "body" jsonb DEFAULT '{"type":"doc","content":[]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "board_members" ADD COLUMN "cover" uuid;--> statement-breakpoint
ALTER TABLE "board_members" ADD COLUMN "cover_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "board_members" ADD CONSTRAINT "board_members_cover_pictures_id_fk" FOREIGN KEY ("cover") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "board_members_translation_key" ON "board_members" USING btree ("translation_group","language");--> statement-breakpoint
-- Sessions get names of their own, the same in the event and in its versions.
CREATE FUNCTION named_sessions(sessions jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT coalesce(jsonb_agg(session || jsonb_build_object('id', md5(words || ' ' || nth)) ORDER BY place), '[]')
  FROM (
    SELECT session, place, words, row_number() OVER (PARTITION BY words ORDER BY place) AS nth
    FROM (
      SELECT session, place, concat_ws(' ', session->>'startsAt', session->>'title', session->>'room') AS words
      FROM jsonb_array_elements(sessions) WITH ORDINALITY AS each_session(session, place)
    ) AS worded
  ) AS numbered
$$;
--> statement-breakpoint
UPDATE publication_versions SET content = jsonb_set(content, '{sessions}', named_sessions(content->'sessions'))
  WHERE kind = 'event' AND jsonb_typeof(content->'sessions') = 'array';
--> statement-breakpoint
-- As before, but of sessions only what is said: their names and times are not words.
CREATE OR REPLACE FUNCTION index_publication() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  record jsonb := to_jsonb(NEW);
  language text := coalesce(record->>'language', 'en');
  words text := rich_text_words(NEW.body);
  opening text := concat_ws(E'\n', record->>'subtitle', record->>'teaser', record->>'abstract', record->>'summary', record->>'description');
  facts text := concat_ws(E'\n', record->>'city', record->>'venue', record->>'organiser',
    (SELECT string_agg(part #>> '{}', ' . ') FROM jsonb_path_query(
      jsonb_build_array(record->'topics', record->'authors',
        jsonb_path_query_array(record->'sessions', 'lax $[*].title'),
        jsonb_path_query_array(record->'sessions', 'lax $[*].room'),
        jsonb_path_query_array(record->'sessions', 'lax $[*].speakers[*]'),
        record->'footnotes', record->'corrections'),
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
UPDATE events SET sessions = named_sessions(sessions);
--> statement-breakpoint
DROP FUNCTION named_sessions(jsonb);
