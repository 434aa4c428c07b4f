ALTER TABLE "follows" DROP CONSTRAINT "follows_one_thing";--> statement-breakpoint
ALTER TABLE "follows" ADD COLUMN "folder" uuid;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_folder_intranet_resources_id_fk" FOREIGN KEY ("folder") REFERENCES "public"."intranet_resources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "follows_folder_key" ON "follows" USING btree ("user_id","folder") WHERE "follows"."folder" is not null;--> statement-breakpoint
CREATE INDEX "follows_of_folder_index" ON "follows" USING btree ("folder");--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_one_thing" CHECK (num_nonnulls("follows"."filter", "follows"."decision", "follows"."folder") = 1);