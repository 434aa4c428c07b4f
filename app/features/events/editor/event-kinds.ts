export const eventTypes = [
  'annual-conference',
  'general-assembly',
  'seminar',
  'webinar',
  'partner-training',
  'deadline',
  'other',
] as const;

export const eventModes = ['on-site', 'online', 'hybrid'] as const;
