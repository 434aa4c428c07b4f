CREATE TABLE "follow_notices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follow_notices_user_id_kind_subject_pk" PRIMARY KEY("user_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"filter" text,
	"decision" uuid,
	"rhythm" text NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_one_thing" CHECK (num_nonnulls("follows"."filter", "follows"."decision") = 1)
);
--> statement-breakpoint
ALTER TABLE "decision_records" ADD COLUMN "listed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "decision_records" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "follow_notices" ADD CONSTRAINT "follow_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_decision_decision_records_id_fk" FOREIGN KEY ("decision") REFERENCES "public"."decision_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "follows_filter_key" ON "follows" USING btree ("user_id","filter") WHERE "follows"."filter" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "follows_decision_key" ON "follows" USING btree ("user_id","decision") WHERE "follows"."decision" is not null;--> statement-breakpoint
CREATE INDEX "follows_of_decision_index" ON "follows" USING btree ("decision");--> statement-breakpoint
CREATE INDEX "decision_records_listed_index" ON "decision_records" USING btree ("listed_at");--> statement-breakpoint
-- When a decision was first published here stays, also when it is withdrawn and brought back.
CREATE FUNCTION date_decision_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'checked' THEN
    NEW.listed_at := coalesce(NEW.listed_at, now());
  END IF;
  NEW.withdrawn_at := CASE WHEN NEW.state = 'withdrawn' THEN coalesce(NEW.withdrawn_at, now()) END;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER decision_records_state BEFORE INSERT OR UPDATE OF state ON decision_records
  FOR EACH ROW EXECUTE FUNCTION date_decision_state();
--> statement-breakpoint
-- Nothing else follows from these columns.
ALTER TABLE decision_records DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE decision_records SET
  listed_at = CASE WHEN state = 'checked' THEN created_at END,
  withdrawn_at = CASE WHEN state = 'withdrawn' THEN updated_at END;
--> statement-breakpoint
ALTER TABLE decision_records ENABLE TRIGGER USER;
