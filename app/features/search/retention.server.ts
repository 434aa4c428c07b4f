import { schema } from '~/db/db.server';
import { published, type Retention, row } from '~/policy/retention/retention.server';

const { searchWords } = schema;

/** The words that searches are mended by. */
export const searchRetention: Retention = {
  tables: [
    row(searchWords, { ...published, seenBy: 'members', plain: ['word', 'folded', 'uses'] }),
  ],
};
