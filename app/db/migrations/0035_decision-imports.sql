CREATE TABLE "decision_import_items" (
	"import" uuid NOT NULL,
	"decision" uuid NOT NULL,
	"before" integer,
	"after" integer NOT NULL,
	CONSTRAINT "decision_import_items_import_decision_pk" PRIMARY KEY("import","decision")
);
--> statement-breakpoint
CREATE TABLE "decision_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"file_name" text NOT NULL,
	"source" text,
	"imported_at" timestamp (3) with time zone,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decision_import_items" ADD CONSTRAINT "decision_import_items_import_decision_imports_id_fk" FOREIGN KEY ("import") REFERENCES "public"."decision_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decision_import_items" ADD CONSTRAINT "decision_import_items_decision_decision_records_id_fk" FOREIGN KEY ("decision") REFERENCES "public"."decision_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decision_import_items_decision_index" ON "decision_import_items" USING btree ("decision");--> statement-breakpoint
CREATE INDEX "decision_imports_created_index" ON "decision_imports" USING btree ("created_at");