/** The areas of the site, the lowest first (docs/ARCHITECTURE.md): each may use those before it. */
exports.areas = [
  'identity',
  'consent',
  'telemetry',
  'citations',
  'writing',
  'library',
  'decisions',
  'content',
  'events',
  'forum',
  'newsletters',
  'membership',
  'search',
  'operations',
  'compliance',
];
