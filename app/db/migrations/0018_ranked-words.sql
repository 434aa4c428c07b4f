-- What is found is put in order by title and details, and by its best page: the words of a whole
-- text, without their places, say little about that and are long to unpack.
ALTER TABLE "intranet_resources" ADD COLUMN "ranked_words" "tsvector";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION index_intranet_resource() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ranked_words :=
    setweight(search_vector(NEW.title, NEW.language), 'A') ||
    setweight(search_vector(array_to_string(NEW.tags, ', '), NEW.language), 'B') ||
    setweight(search_vector(
      (SELECT coalesce(string_agg(part #>> '{}', ' . '), '')
         FROM jsonb_path_query(NEW.metadata - 'kind', 'strict $.** ? (@.type() == "string")', '{}', true) AS part),
      NEW.language), 'B') ||
    setweight(search_vector(coalesce(NEW.author, '') || ' . ' || NEW.description, NEW.language), 'C');
  NEW.search := NEW.ranked_words || coalesce(NEW.text_words, ''::tsvector);
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- Rows of up to half a page stay whole, so that reading them is one look. Rows written before are
-- as they were until they are written again.
ALTER TABLE "intranet_document_pages" SET (toast_tuple_target = 4080);
--> statement-breakpoint
ALTER TABLE "forum_comments" SET (toast_tuple_target = 4080);
--> statement-breakpoint
UPDATE "intranet_resources" SET title = title;
