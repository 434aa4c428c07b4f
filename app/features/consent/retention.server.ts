import { schema } from '~/db/db.server';
import { forDays, type Retention, row } from '~/policy/retention/retention.server';

const { consentReceipts, consentTexts } = schema;

/** A proof has to outlive the choice that it proves, which lasts 365 days. */
const receiptDays = 3 * 365;

/** Proofs of privacy choices. */
export const consentRetention: Retention = {
  tables: [
    row(consentReceipts, {
      why: 'legal-duty',
      seenBy: 'yourself',
      ...forDays(consentReceipts.givenAt, receiptDays),
      onDeletion: 'kept',
      plain: ['id', 'givenAt', 'purposes', 'textVersion', 'choices'],
    }),
    row(consentTexts, {
      why: 'legal-duty',
      seenBy: 'public',
      kept: { rule: 'archive' },
      onDeletion: 'kept',
      plain: ['version', 'createdAt', 'language', 'texts'],
    }),
  ],
};
