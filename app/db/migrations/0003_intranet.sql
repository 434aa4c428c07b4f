CREATE TABLE "intranet_document_pages" (
	"document" uuid NOT NULL,
	"page" integer NOT NULL,
	"text" text NOT NULL,
	"language" text,
	"search" "tsvector" NOT NULL,
	"citations" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "intranet_document_pages_document_page_pk" PRIMARY KEY("document","page")
);
--> statement-breakpoint
CREATE TABLE "intranet_document_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"document" uuid NOT NULL,
	"number" integer NOT NULL,
	"user_id" uuid,
	"note" text DEFAULT '' NOT NULL,
	"file_name" text NOT NULL,
	"extension" text NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"media_type" text NOT NULL,
	CONSTRAINT "intranet_document_versions_number_key" UNIQUE("document","number")
);
--> statement-breakpoint
CREATE TABLE "intranet_resources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"collection" text NOT NULL,
	"folder" boolean NOT NULL,
	"metadata" jsonb NOT NULL,
	"parent" uuid,
	"user_id" uuid,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"language" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"author" text,
	"storage_extension" text,
	"file_version" integer,
	"bytes" bigint,
	"sha256" text,
	"media_type" text,
	"pages" integer,
	"text_state" text,
	"file_at" timestamp (3) with time zone,
	"trashed_at" timestamp (3) with time zone,
	"trashed_with" uuid,
	"search" "tsvector",
	"text_words" "tsvector",
	"citations" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "intranet_resources_id_collection_key" UNIQUE("id","collection"),
	CONSTRAINT "intranet_resources_own_parent" CHECK ("intranet_resources"."parent" <> "intranet_resources"."id"),
	CONSTRAINT "intranet_resources_document" CHECK ("intranet_resources"."folder" = ("intranet_resources"."storage_extension" is null) and "intranet_resources"."folder" = ("intranet_resources"."file_version" is null))
);
--> statement-breakpoint
CREATE TABLE "intranet_uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"collection" text NOT NULL,
	"parent" uuid,
	"document" uuid NOT NULL,
	"replaces" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"fingerprint" text NOT NULL,
	"state" text DEFAULT 'arriving' NOT NULL,
	"error_code" text
);
--> statement-breakpoint
CREATE TABLE "intranet_visits" (
	"user_id" uuid NOT NULL,
	"collection" text NOT NULL,
	"previous_at" timestamp (3) with time zone,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "intranet_visits_user_id_collection_pk" PRIMARY KEY("user_id","collection")
);
--> statement-breakpoint
ALTER TABLE "intranet_document_pages" ADD CONSTRAINT "intranet_document_pages_document_intranet_resources_id_fk" FOREIGN KEY ("document") REFERENCES "public"."intranet_resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_document_versions" ADD CONSTRAINT "intranet_document_versions_document_intranet_resources_id_fk" FOREIGN KEY ("document") REFERENCES "public"."intranet_resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_document_versions" ADD CONSTRAINT "intranet_document_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_resources" ADD CONSTRAINT "intranet_resources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_resources" ADD CONSTRAINT "intranet_resources_parent_fkey" FOREIGN KEY ("parent","collection") REFERENCES "public"."intranet_resources"("id","collection") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_uploads" ADD CONSTRAINT "intranet_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intranet_visits" ADD CONSTRAINT "intranet_visits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "intranet_document_pages_search_index" ON "intranet_document_pages" USING gin ("search");--> statement-breakpoint
CREATE INDEX "intranet_document_pages_citations_index" ON "intranet_document_pages" USING gin ("citations");--> statement-breakpoint
CREATE INDEX "intranet_document_versions_key_index" ON "intranet_document_versions" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "intranet_resources_parent_index" ON "intranet_resources" USING btree ("parent");--> statement-breakpoint
CREATE INDEX "intranet_resources_place_index" ON "intranet_resources" USING btree ("collection","parent");--> statement-breakpoint
CREATE INDEX "intranet_resources_sha256_index" ON "intranet_resources" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "intranet_resources_user_index" ON "intranet_resources" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "intranet_resources_search_index" ON "intranet_resources" USING gin ("search");--> statement-breakpoint
CREATE INDEX "intranet_resources_citations_index" ON "intranet_resources" USING gin ("citations");--> statement-breakpoint
CREATE UNIQUE INDEX "intranet_resources_folder_name_key" ON "intranet_resources" USING btree ("collection",coalesce("parent", '00000000-0000-0000-0000-000000000000'::uuid),lower("title")) WHERE "intranet_resources"."folder" and "intranet_resources"."trashed_at" is null;--> statement-breakpoint
CREATE INDEX "intranet_uploads_user_index" ON "intranet_uploads" USING btree ("user_id","state");