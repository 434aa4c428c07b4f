import type { Retention, RetentionRow } from '~/policy/retention/retention.server';
import type { Store } from '~/policy/retention/retention-words';
import { searchRetention } from '~/features/search/retention.server';
import { newslettersRetention } from '~/features/newsletters/retention.server';
import { decisionsRetention } from '~/features/decisions/retention.server';
import { eventsRetention } from '~/features/events/retention.server';
import { forumRetention } from '~/features/forum/retention.server';
import { contentRetention } from '~/features/content/retention.server';
import { libraryRetention } from '~/features/library/retention.server';
import { telemetryRetention } from '~/features/telemetry/retention.server';
import { consentRetention } from '~/features/consent/retention.server';
import { membershipRetention } from '~/features/membership/retention.server';
import { operationsRetention } from '~/features/operations/retention.server';
import { writingRetention } from '~/features/writing/retention.server';
import { complianceRetention } from '../retention.server';
import { identityRetention } from '~/features/identity/retention.server';

/**
 * What each area declares of what it keeps. The last are the last to go with an account
 * (spec section 4).
 */
export const declarations: readonly Retention[] = [
  contentRetention,
  decisionsRetention,
  libraryRetention,
  membershipRetention,
  forumRetention,
  writingRetention,
  eventsRetention,
  newslettersRetention,
  searchRetention,
  consentRetention,
  telemetryRetention,
  operationsRetention,
  complianceRetention,
  identityRetention,
];

/**
 * What the site keeps, table by table: what for, how long, who sees it and what becomes of it when
 * the person's account is deleted (GDPR articles 5, 13, 15, 17, 20 and 30). The nightly job, the
 * processing register, "what we hold about you", the export and the deletion all follow it. A test
 * fails when a table or column of the database is missing here.
 */
export const retentionTable: readonly RetentionRow[] = declarations.flatMap(({ tables }) => tables);

/** What is kept outside the database: the register lists it beside the tables. */
export const otherStores: readonly Store[] = declarations.flatMap(({ stores = [] }) => stores);
