CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"folded" text NOT NULL,
	"uses" integer NOT NULL
);
