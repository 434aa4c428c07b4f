/** What one can subscribe to. The first is the main list, which `emailSubscriber` mirrors. */
export const mailingLists = ['newsletter', 'events', 'forum-digest', 'following'] as const;
export type MailingList = (typeof mailingLists)[number];

/** The lists that visitors may choose; the others are for members. */
export const openLists = ['newsletter', 'events'] as const satisfies readonly MailingList[];

/** Following something joins these by itself, unless the member has left them. */
export const isJoinedByFollowing = (list: MailingList): boolean =>
  !openLists.some((open) => open === list);

export const isMailingList = (text: unknown): text is MailingList =>
  mailingLists.some((list) => list === text);
