-- For who reads the database: what the two functions of 0065 are for.
COMMENT ON FUNCTION place_rank(text) IS
  'How much a registration for an event is worth keeping: 2 holds a place, 1 awaits one, 0 neither';
--> statement-breakpoint
COMMENT ON FUNCTION move_address_along() IS
  'Takes registrations, invitations and applications along when a person moves to another address';
