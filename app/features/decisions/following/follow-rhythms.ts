/** How often e-mails say what is new in what a member follows. */
export const followRhythms = ['daily', 'weekly', 'home'] as const;
export type FollowRhythm = (typeof followRhythms)[number];
export type MailRhythm = Exclude<FollowRhythm, 'home'>;

/** How much one member can follow. */
export const mostFollows = 50;
