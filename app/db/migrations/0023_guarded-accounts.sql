-- Session tokens are keyed hashes from now on, and no key is known here: everybody signs in again.
DELETE FROM "sign_in_sessions";
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD COLUMN "is_keyed" boolean DEFAULT false NOT NULL;