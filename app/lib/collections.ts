/** The intranet areas of spec section 3; the route carries which one it shows. */
export const collections = ['userIntranet', 'adminIntranet'] as const;
export type Collection = (typeof collections)[number];
