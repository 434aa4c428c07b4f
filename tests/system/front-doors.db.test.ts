import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { roles } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { listQueryFrom } from '~/features/library/intranet/entry-view';
import { authoriseCollection } from '~/features/library/resources/resources.server';
import { projectRoot } from '~/config/project-root.server';
import { can, type Permission, permissions } from '~/policy/permissions';
import { actorWithRole } from '../support/people/actors';

const root = join(projectRoot(), 'app/features');
/** The features about people (accounts, membership, protocol, rights) and about the library. */
const area =
  /^(identity\/(?!subscriptions|bot-protection)|membership\/|compliance\/(?!agreement)|operations\/(mailing|administration|file-check)\/|library\/|search\/)/;

type Door = { file: string; name: string; permission: Permission | null };

/** Every exported function whose first parameter is the one who asks. */
const startingWithActor = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.server\.tsx?$/.test(path))
  .flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const functions =
      /^export (?:async )?function\*? (\w+)(?:<[^>]*>)?\(\s*actor: (?:SignedIn)?Actor\b[\s\S]*?\n\}\n/gm;
    return [...source.matchAll(functions)].map(([body, name = '']) => ({ file, name, body }));
  });

/** Those of the two areas, with what each asks of that person. */
const doors: Door[] = startingWithActor
  .filter(({ file }) => area.test(file))
  .map(({ file, name, body }) => ({ file, name, permission: permissionIn(body) }))
  .toSorted((one, other) => (one.file + one.name < other.file + other.name ? -1 : 1));

/** What is asked for before anything is read or written; null when it is not said in so many words. */
function permissionIn(body: string): Permission | null {
  const asked = /(?:authorise|signedIn)\(\s*actor,\s*(?:'([a-z.-]+)')?/.exec(body);
  const before = body.slice(0, asked?.index ?? 0);
  if (!asked || /\bdb\(\)|transaction\(|await /.test(before)) return null;
  return permissions.find((permission) => permission === asked[1]) ?? null;
}

const nobody = '0198c1f0-0000-7000-8000-000000000009';

const listLook = { ...listQueryFrom(new URLSearchParams()), language: 'en' };

/** Doors that ask through another one: what they ask for, and arguments that get them that far. */
const through: Record<string, [permission: Permission, ...args: unknown[]]> = {
  createUser: ['user.create', { selfRegistered: false }],
  createUserDirectly: ['user.create', { selfRegistered: false }],
  approveApplication: ['application.review', { id: nobody, version: 1 }, {}],
  rejectApplication: ['application.review', { id: nobody, version: 1 }, {}],
  inviteAgain: ['application.review', { id: nobody, version: 1 }],
  withExpectedVersion: ['application.review', { id: nobody, version: 1 }, () => Promise.resolve()],
  runReviewAction: ['application.review', nobody, reviewForm()],
  startReview: ['application.review', { id: nobody, version: 1 }],
  assignApplication: ['application.review', { id: nobody, version: 1 }, null],
  listAdministrators: ['application.review'],
  verifyJudicialStatus: ['application.review', { id: nobody, version: 1 }, 'Register'],
  setFeeStatus: ['application.review', { id: nobody, version: 1 }, 'paid'],
  addApplicationNote: ['application.review', nobody, 'A note.'],
  askForInformation: ['application.review', { id: nobody, version: 1 }, 'Since when?'],
  previewApplicationMail: ['application.review', nobody, {}],
  getOwnProtection: ['second-factor.set-own'],
  beginEnrolment: ['second-factor.set-own', { password: 'password' }],
  findEnrolment: ['second-factor.set-own'],
  cancelEnrolment: ['second-factor.set-own'],
  confirmEnrolment: ['second-factor.set-own', '000000'],
  listSecurityEvents: ['audit.read', {}],
  listOwnSecurityEvents: ['audit.read-own'],
  renewRecoveryCodes: ['second-factor.set-own', { password: 'password' }],
  removeAuthenticator: ['second-factor.set-own', { password: 'password' }],
  requireOwnFactors: ['second-factor.set-own', { password: 'password' }],
  getFolder: ['library.read-admin', { collection: 'adminIntranet', folder: null }],
  listFolders: ['library.read-admin', 'adminIntranet'],
  listTrash: ['library.read-admin', 'adminIntranet'],
  listEntries: ['library.read-admin', { collection: 'adminIntranet', folder: null }, listLook],
  listDocuments: ['library.read-admin', { collection: 'adminIntranet', folder: null }, listLook],
  listSiblings: [
    'library.read-admin',
    { collection: 'adminIntranet', parent: null },
    { search: new URLSearchParams(), language: 'en' },
  ],
  noteVisit: ['library.read-admin', 'adminIntranet'],
  findNewThings: ['library.read-admin', 'adminIntranet', new Date()],
  authoriseCollection: ['library.read-admin', 'adminIntranet'],
  openFolderStream: [
    'library.read-admin',
    { collection: 'adminIntranet', folder: null },
    new Request('http://127.0.0.1/intranet/live/adminIntranet'),
  ],
  actOnAccount: ['user.suspend', nobody, { intent: 'suspend', reason: 'Asked for in writing' }],
};

function reviewForm(): FormData {
  const form = new FormData();
  form.set('intent', 'start-review');
  form.set('version', '1');
  return form;
}

/** Called by other doors only, which have asked; or it is the asking itself. */
const inside = [
  'isNotOwnReview',
  'keepingRefusals',
  'contextOf',
  'currentStatutes',
  'consentVersions',
  'notePasskeyChange',
  // Conditions that say what a query may find.
  'changeableBy',
  'readableCollections',
  'visibleTo',
  'isInShownLanguage',
  'isWaitingFor',
  'readableDocuments',
  // Answers with a status instead: app/features/library/intranet/library-doors.db.test.ts and tests/e2e/library-doors.spec.ts.
  'answerUpload',
];

/** What is asked for besides, where a first look does not tell: the area that is meant. */
const ofAnArea: [name: string, file: string, ...args: unknown[]][] = [
  ['createFolder', 'library/intranet/intranet.server.ts', { parent: null, title: 'Mine' }],
  ['ensureFolders', 'library/intranet/intranet.server.ts', { parent: null }, []],
  ['moveResources', 'library/intranet/intranet.server.ts', { ids: [nobody], to: null }],
  ['deleteResources', 'library/trash/deletion.server.ts', { ids: [nobody] }],
  ['getUploadLimits', 'library/uploads/upload-space.server.ts'],
  ['listUnfinishedUploads', 'library/uploads/known-uploads.server.ts'],
  ['findSameUpload', 'library/uploads/known-uploads.server.ts', '', 'f'.repeat(64)],
];

test('every door of the people area and of the library asks who comes in, first of all', () => {
  expect(doors.length, doors.map(({ name }) => name).join()).toBeGreaterThan(105);
  const unexplained = doors
    .filter(({ permission }) => permission === null)
    .map(({ name }) => name)
    .filter((name) => !(name in through) && !inside.includes(name));
  expect(unexplained).toEqual([]);
  const names = new Set(doors.map(({ name }) => name));
  expect([...Object.keys(through), ...inside].filter((name) => !names.has(name))).toEqual([]);
});

/** These have the rights of who asks in the query itself, or ask through the first thing they call. */
const rightsInQuery = [
  'countFacets',
  'findFirstUnread',
  'fingerprintOf',
  'getReadableCategory',
  'getReadableComment',
  'getReadableTopic',
  'topicRows',
  'whyAbsent',
];

test('everywhere else, too, who comes in is asked before anything is read or written', () => {
  const reading = /\bdb\(\)|transaction\(|\b(?:tx|connection)\s*\./;
  const others = startingWithActor.filter(
    ({ file, body }) => !area.test(file) && reading.test(body),
  );
  expect(others.length).toBeGreaterThan(200);
  const unasked = others.filter(({ body }) => {
    const before = body.slice(0, body.search(reading));
    return !/\b(?:authorise\w*|signedIn)\(\s*actor\b/.test(before);
  });
  expect(unasked.map(({ name }) => name).toSorted()).toEqual(rightsInQuery);
});

async function outcomeOf(door: unknown, args: readonly unknown[]): Promise<string> {
  if (typeof door !== 'function') return 'not a function';
  try {
    await Reflect.apply(door, undefined, args);
    return 'done';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

test('every door is closed to each role without its permission, as if it led nowhere', async () => {
  let closed = 0;
  for (const { file, name, permission } of doors) {
    const [asked, ...args] = permission
      ? [permission, {}, {}, {}, {}]
      : (area.test(file) && through[name]) || [null];
    if (!asked) continue;
    const module: Record<string, unknown> = await import(join(root, file));
    for (const role of roles) {
      const actor = actorWithRole(role);
      if (can(actor, asked)) continue;
      const outcome = await outcomeOf(module[name], [actor, ...args]);
      expect.soft(outcome, `${role}: ${name} of ${file}`).toBe('error.not-found');
      closed += 1;
    }
  }
  expect(closed).toBeGreaterThan(100);
});

test('the doors of the library ask for the area that is meant as well', async () => {
  const member = actorWithRole('USER');
  for (const [name, file, first, ...more] of ofAnArea) {
    const module: Record<string, unknown> = await import(join(root, file));
    const collection = 'adminIntranet';
    const wish = typeof first === 'object' ? { ...first, collection } : collection;
    const outcome = await outcomeOf(module[name], [member, wish, ...more]);
    expect.soft(outcome, name).toBe('error.not-found');
  }
  const visitor = actorWithRole('UNAUTHENTICATED');
  expect(await outcomeOf(authoriseCollection, [visitor, 'userIntranet'])).toBe('error.not-found');
});
