CREATE TABLE "association_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"short_name" text NOT NULL,
	"address" text NOT NULL,
	"email" text NOT NULL,
	"vat" text NOT NULL,
	"network_url" text NOT NULL,
	"light_colour" text,
	"dark_colour" text,
	"logo" text,
	"logo_digest" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "association_settings_one_row" CHECK ("association_settings"."id" = 1)
);
