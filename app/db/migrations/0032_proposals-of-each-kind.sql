DROP INDEX "account_proposals_user_key";--> statement-breakpoint
CREATE UNIQUE INDEX "account_proposals_user_kind_key" ON "account_proposals" USING btree ("user_id","kind");