-- Until now these were noted for whom the proposal concerns, who is not to learn of it before it takes
-- effect. The audit log has each of them.
DELETE FROM security_events
  WHERE event IN ('user.propose', 'user.refuse-proposal', 'user.withdraw-proposal');
