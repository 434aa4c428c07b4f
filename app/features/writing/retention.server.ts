import { eq } from 'drizzle-orm';
import { schema } from '~/db/db.server';
import {
  actorColumns,
  recordColumns,
  type Retention,
  row,
} from '~/policy/retention/retention.server';

const { drafts } = schema;

const own = {
  why: 'membership',
  seenBy: 'yourself',
  kept: { rule: 'account' },
  onDeletion: 'removed',
} as const;

/** What someone is writing. */
export const writingRetention: Retention = {
  tables: [
    row(drafts, {
      ...own,
      ofPerson: (id) => eq(drafts.userId, id),
      by: actorColumns,
      personal: ['userId', 'place', 'body', 'fields'],
      plain: [...recordColumns, 'mark'],
    }),
  ],
};
