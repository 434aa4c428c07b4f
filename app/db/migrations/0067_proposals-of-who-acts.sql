-- Whom a proposal concerns is not to learn of it before it takes effect; the audit log has each of them.
DELETE FROM security_events
  WHERE event IN ('user.propose', 'user.refuse-proposal', 'user.withdraw-proposal');
