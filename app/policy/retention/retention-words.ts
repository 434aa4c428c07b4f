/** On what ground something is kept (GDPR article 6); each has a text `retention.why.*`. */
export const legalBases = [
  'membership',
  'security',
  'consent',
  'legal-duty',
  'statutory-purpose',
] as const;
export type LegalBasis = (typeof legalBases)[number];

/** Who sees it; each has a text `retention.seen-by.*`. */
export const audiences = [
  'yourself',
  'administrators',
  'correspondents',
  'members',
  'public',
  'nobody',
] as const;
export type Audience = (typeof audiences)[number];

/**
 * What becomes of it with the account; each has a text `retention.deletion.*`. `reduced`: what its
 * area leaves without the person before the erasure stays, the rest is removed.
 */
export type OnDeletion = 'removed' | 'reduced' | 'kept' | 'stays-as-it-is';

/** How long something is kept; each has a text `retention.kept.*`. */
export type Kept = {
  /** `own-account`, `application`, `registration` and `decision`: several periods, which their texts name. */
  rule:
    | 'account'
    | 'own-account'
    | 'application'
    | 'registration'
    | 'archive'
    | 'published'
    | 'decision'
    | 'permanent'
    | 'until'
    | 'days'
    | 'browser';
  days?: number;
};

/** What is kept outside the tables of the database; each has a text `retention.what.*`. */
export type Store = { name: string; why: LegalBasis; seenBy: Audience; kept: Kept };
