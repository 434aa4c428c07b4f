ALTER TABLE "users" DROP CONSTRAINT "users_public_profile_profiles_id_fk";
