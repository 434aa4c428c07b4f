CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION forum_words (COPY = simple);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION forum_words
  ALTER MAPPING FOR asciiword, asciihword, hword_asciipart, hword, hword_part, word WITH unaccent, english_stem;
--> statement-breakpoint
ALTER TABLE forum_comments ADD COLUMN search tsvector
  GENERATED ALWAYS AS (to_tsvector('forum_words', words)) STORED;
--> statement-breakpoint
CREATE INDEX forum_comments_search_index ON forum_comments USING gin (search);
--> statement-breakpoint
ALTER TABLE forum_topics ADD COLUMN search tsvector
  GENERATED ALWAYS AS (to_tsvector('forum_words', title)) STORED;
--> statement-breakpoint
CREATE INDEX forum_topics_search_index ON forum_topics USING gin (search);
--> statement-breakpoint
CREATE INDEX forum_topics_tags_index ON forum_topics USING gin (tags);
