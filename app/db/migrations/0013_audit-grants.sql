-- The log is added to and read. What nobody may do with it is not granted to its owner either; the
-- triggers say the same to whoever is beyond grants.
REVOKE UPDATE, DELETE, TRUNCATE ON "audit_entries" FROM PUBLIC, CURRENT_USER;
