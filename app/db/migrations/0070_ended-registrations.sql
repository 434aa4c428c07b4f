-- Who does not come needs no diet, and has no form to take a consent back; answers stay for a later confirmation.
UPDATE event_registrations SET needs = NULL, list_consent = false, photo_consent = false
  WHERE status IN ('declined', 'cancelled');
