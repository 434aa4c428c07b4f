import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, type Table } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import * as accounts from '~/db/schema/identity/accounts';
import * as errors from '~/db/schema/telemetry/error-tracking';
import * as events from '~/db/schema/events/events';
import * as forum from '~/db/schema/forum/forum';
import * as intranet from '~/db/schema/intranet';
import * as membership from '~/db/schema/membership';
import * as moderation from '~/db/schema/forum/moderation';
import * as publications from '~/db/schema/content/publications';
import * as registrations from '~/db/schema/events/registrations';
import { projectRoot } from '~/config/project-root.server';

const textOf = (path: string) => readFileSync(join(projectRoot(), path), 'utf8');
const map = textOf('docs/spec-map.md');

const rows = [...map.matchAll(/^\| (\d+)\.(\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$/gm)].map(
  ([, section = '', number = '', statement = '', place = '', tests = '', state = '']) => ({
    section: Number(section),
    number: Number(number),
    statement,
    place,
    tests,
    state,
  }),
);

describe('the map of the specification', () => {
  test('has a row for every statement, as it stands and in its order', () => {
    const counts = Map.groupBy(rows, ({ section }) => section);
    expect(
      Object.fromEntries([...counts].map(([section, those]) => [section, those.length])),
    ).toEqual({ 0: 3, 1: 17, 2: 43, 3: 20, 4: 18, 5: 8, 6: 16, 7: 34, 8: 28, 9: 20 });
    for (const those of counts.values()) {
      expect(those.map(({ number }) => number)).toEqual(those.map((_, index) => index + 1));
    }
    // Of the statements, quoted whole: a word that is changed or left out is noticed.
    const statements = rows.map(({ statement }) => statement).join('\n');
    expect(createHash('sha256').update(statements).digest('hex')).toBe(
      'a4c989462207d50b1355158076d5f99366ae11672a10a93d8dec167614a5c7c1',
    );
  });

  test('every row says whether it holds, and which test shows it', () => {
    for (const { section, number, place, tests, state } of rows) {
      const row = `${section}.${number}`;
      expect(state, row).toMatch(/^(holds|(deliberately different|not reachable) \(.{20,}\))$/);
      expect(place.length, row).toBeGreaterThan(3);
      expect(tests, row).toMatch(/^`[^`]+\.(test|spec)\.tsx?`(, `[^`]+\.(test|spec)\.tsx?`)*$/);
    }
  });
});

/** Those of areas and rooms. */
const readmes = globSync('{app,server}/**/README.md', { cwd: projectRoot() });

test.each([
  'docs/spec-map.md',
  'docs/SECURITY.md',
  'docs/OPERATIONS.md',
  'docs/ARCHITECTURE.md',
  'docs/SCALING.md',
  'docs/GLOSSARY.md',
  'docs/FIGURES.md',
  'README.md',
  'CONTRIBUTING.md',
  ...readmes,
])('what %s names is there', (document) => {
  const named = [
    ...textOf(document).matchAll(/`((?:app|server|tests|scripts|ops|docs|content)\/[\w./-]+)`/g),
  ].map(([, path = '']) => path);
  expect(new Set(named.filter((path) => !existsSync(join(projectRoot(), path))))).toEqual(
    new Set(),
  );
});

/** Section 3 of the specification, then the note "Fields" of the map: what it leaves open. */
const record = ['id', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'version'];
const published = 'slug language status title teaser body category publishAt expireAt pinned links';
const fields: [string, Table, string][] = [
  ['user', accounts.users, 'email emailSubscriber firstName lastName role publicProfile'],
  ['public profile', accounts.profiles, 'gravatarUrl useGravatar username'],
  [
    'intranet resource',
    intranet.intranetResources,
    'collection folder metadata parent user author storageExtension',
  ],
  [
    'tracked error',
    errors.trackedErrors,
    'message stackTrace url userAgent sessionToken user version versionDate',
  ],
  ['flag', moderation.flags, 'snapshot reason explanation reporterId withdrawnAt'],
  ['decision', moderation.reviewDecisions, 'facts rule measure appealRoute'],
  [
    'article',
    publications.articles,
    `${published} subtitle authors abstract topics gdprArticles decisions footnotes attachments corrections`,
  ],
  [
    'news item',
    publications.newsItems,
    `${published} cover coverAlt attachments relatedEvent relatedArticle authorName corrections`,
  ],
  [
    'event',
    events.events,
    'slug status visibility title summary body type startsAt endsAt zone sessions mode venue address joinUrl organiser partners contact workingLanguages feeText registration capacityOnSite capacityOnline attendeeList chathamHouse photoPolicy documents cancelledReason',
  ],
  ['registration', registrations.eventRegistrations, 'listConsent photoConsent mode status'],
  ['category', forum.forumCategories, 'slug name description position readRoles writeRoles'],
  [
    'topic',
    forum.forumTopics,
    'title categoryId tags pinned closedAt closedReason lastActivityAt links concernsPendingCase',
  ],
  ['comment', forum.forumComments, 'body replyToId quote mentions editedAt state'],
  [
    'application',
    membership.membershipApplications,
    'title firstName lastName email confirmedAt memberCategory function courtName courtCity country appointedSince gdprExperience workingLanguages referee phone message consents consentedAt status assignedTo verificationMethod verifiedAt decidedAt memberNumber feeStatus retentionUntil',
  ],
];

test.each(fields)('each %s has the fields that the map says', (name, table, wanted) => {
  const own = /^(flag|decision|tracked error)$/.test(name) ? ['id', 'createdAt'] : record;
  expect(Object.keys(getTableColumns(table))).toEqual(
    expect.arrayContaining([...own, ...wanted.split(' ')]),
  );
});
