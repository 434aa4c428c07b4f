CREATE TABLE "correspondents" (
	"user_id" uuid NOT NULL,
	"country" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	CONSTRAINT "correspondents_user_id_country_pk" PRIMARY KEY("user_id","country")
);
--> statement-breakpoint
ALTER TABLE "correspondents" ADD CONSTRAINT "correspondents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correspondents" ADD CONSTRAINT "correspondents_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "correspondents_country_index" ON "correspondents" USING btree ("country");