-- Texts with the same address in several languages are translations of one another.
update "news_items" set "translation_group" = first.id from (select slug, (array_agg(id order by created_at, id))[1] as id from "news_items" group by slug) first where first.slug = "news_items".slug;
--> statement-breakpoint
update "articles" set "translation_group" = first.id from (select slug, (array_agg(id order by created_at, id))[1] as id from "articles" group by slug) first where first.slug = "articles".slug;
--> statement-breakpoint
update "pages" set "translation_group" = first.id from (select slug, (array_agg(id order by created_at, id))[1] as id from "pages" group by slug) first where first.slug = "pages".slug;
