/**
 * The kinds of membership. To change them, change this list and the texts
 * `membership.category.<name>` and `membership.category-hint.<name>`.
 */
const categories = {
  'full-practising': { needsVerifiedStatus: true, fee: 60 },
  'full-honorary': { needsVerifiedStatus: true, fee: 60 },
  'non-professional': { needsVerifiedStatus: true, fee: 60 },
  associate: { needsVerifiedStatus: false, fee: 60 },
  institution: { needsVerifiedStatus: false, fee: 500 },
} as const;

export type MemberCategory = keyof typeof categories;

export function isMemberCategory(text: string): text is MemberCategory {
  return Object.hasOwn(categories, text);
}

export const memberCategories = Object.keys(categories).filter(isMemberCategory);

/** Whether judges apply in this category, whose status has to be verified before approval. */
export function needsVerifiedStatus(category: string): boolean {
  return !isMemberCategory(category) || categories[category].needsVerifiedStatus;
}

/** The yearly fee in euros, paid after admission. */
export function annualFee(category: string): number | null {
  return isMemberCategory(category) ? categories[category].fee : null;
}
