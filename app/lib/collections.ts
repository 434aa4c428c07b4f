/** The intranet areas of spec section 3; the route carries which one it shows. */
export const collections = ['userIntranet', 'adminIntranet'] as const;
export type Collection = (typeof collections)[number];

/** Where each is shown. */
export const addressOf: Record<Collection, string> = {
  userIntranet: '/intranet',
  adminIntranet: '/administration/intranet',
};

/** Where a folder in one is shown. */
export const addressOfFolder = (collection: Collection, folder: string): string =>
  `${addressOf[collection]}/${folder}`;

/** @param pattern of the route that shows it */
export const collectionAt = (pattern: string): Collection =>
  /^\/?administration\//.test(pattern) ? 'adminIntranet' : 'userIntranet';
