import {
  contentLanguages,
  listTextPage,
  textQueryOf,
} from '~/features/content/publishing/texts.server';
import {
  courtQueryOf,
  listCourtsForEditing,
} from '~/features/decisions/courts/court-editor.server';
import { listRecords, recordQueryOf } from '~/features/decisions/editor/editor.server';
import { eventQueryOf, listEventsForEditing } from '~/features/events/editor/editor.server';
import {
  listSecurityEvents,
  securityFilterSchema,
} from '~/features/identity/security-log/security-log.server';
import { leftAt } from '~/features/membership/application-states';
import {
  listApplications,
  queueQueryOf,
} from '~/features/membership/review/application-queue.server';
import { userFilterOf } from '~/features/membership/users/user-schemas';
import { listUsers } from '~/features/membership/users/users.server';
import { listNewsletters, newsletterQueryOf } from '~/features/newsletters/newsletter-list.server';
import { listOutbox, outboxQueryOf } from '~/features/operations/mailing/mailing.server';
import {
  faultQueryOf,
  listErrorGroups,
} from '~/features/telemetry/error-tracking/error-tracking.server';
import type { Actor } from '~/policy/actor';

type Cell = string | number | boolean | Date | readonly string[] | null;

/** A list of the administration as a file. */
export type ExportedList = {
  /** The page that shows it. */
  path: string;
  /** A list of people asks for a reason, which the audit log keeps. */
  asksReason?: boolean;
  columns: readonly string[];
  /** All its rows, as the address of the page has them sorted and filtered; one more than `mostRows` at most. */
  read: (actor: Actor, search: URLSearchParams) => Promise<Cell[][]>;
};

/** A list with more rows is refused: a part of it would look like all of it. */
export const mostRows = 50_000;

const all = { page: 1, perPage: mostRows + 1 };

type Columns<Row> = Record<string, (row: Row) => Cell>;

function listed<Row>(
  list: Pick<ExportedList, 'path' | 'asksReason'>,
  rowsOf: (actor: Actor, search: URLSearchParams) => Promise<readonly Row[]>,
  columns: Columns<Row>,
): ExportedList {
  const read = async (actor: Actor, search: URLSearchParams) => {
    const rows = await rowsOf(actor, search);
    return rows.map((row) => Object.values(columns).map((value) => value(row)));
  };
  return { ...list, columns: Object.keys(columns), read };
}

/** By the last part of the address that gives the file. */
export const exportedLists: Readonly<Record<string, ExportedList>> = {
  applications: listed(
    { path: '/administration/applications', asksReason: true },
    async (actor, search) => {
      const { filter, sorting } = queueQueryOf(search);
      return (await listApplications(actor, { ...filter, ...all }, sorting)).rows;
    },
    {
      id: ({ id }) => id,
      confirmedAt: ({ confirmedAt }) => confirmedAt,
      lastName: ({ lastName }) => lastName,
      firstName: ({ firstName }) => firstName,
      court: ({ courtName }) => courtName,
      country: ({ country }) => country,
      category: ({ memberCategory }) => memberCategory,
      // As on the page, who has left is no member any more.
      state: (row) => (leftAt(row) ? 'left' : row.status),
      stateSince: (row) => leftAt(row) ?? row.statusSince,
      assigned: ({ assignee }) => assignee,
      isExample: ({ isExample }) => isExample,
    },
  ),
  content: listed(
    { path: '/administration/content' },
    async (actor, search) => {
      const languages = await contentLanguages(actor);
      const { filter, sorting } = textQueryOf(search, languages);
      return (await listTextPage(actor, filter, { sorting, ...all })).texts;
    },
    {
      id: ({ id }) => id,
      kind: ({ kind }) => kind,
      title: ({ title }) => title,
      slug: ({ slug }) => slug,
      language: ({ language }) => language,
      state: ({ status }) => status,
      publishAt: ({ publishAt }) => publishAt,
      updatedAt: ({ updatedAt }) => updatedAt,
    },
  ),
  courts: listed(
    { path: '/administration/decisions/courts' },
    async (actor, search) =>
      (await listCourtsForEditing(actor, { ...courtQueryOf(search), ...all })).courts,
    {
      code: ({ code }) => code,
      country: ({ country }) => country,
      kind: ({ kind }) => kind,
      abbreviation: ({ abbreviation }) => abbreviation,
      name: ({ name }) => name,
      nameEn: ({ nameEn }) => nameEn,
      decisions: ({ decisions }) => decisions,
    },
  ),
  decisions: listed(
    { path: '/administration/decisions' },
    async (actor, search) =>
      (await listRecords(actor, { ...recordQueryOf(search), ...all })).records,
    {
      identifier: ({ identifier }) => identifier,
      names: ({ names }) => names,
      caseNumbers: ({ caseNumbers }) => caseNumbers,
      court: ({ court }) => court,
      decidedOn: ({ decidedOn }) => decidedOn,
      publishedOn: ({ publishedOn }) => publishedOn,
      state: ({ state }) => state,
      visibility: ({ visibility }) => visibility,
      updatedAt: ({ updatedAt }) => updatedAt,
      mergedInto: ({ mergedInto }) => mergedInto,
    },
  ),
  errors: listed(
    { path: '/administration/errors' },
    async (actor, search) => {
      const { filter, sorting } = faultQueryOf(search);
      return (await listErrorGroups(actor, { ...filter, ...all }, sorting)).rows;
    },
    {
      id: ({ id }) => id,
      message: ({ message }) => message,
      kind: ({ kind }) => kind,
      times: ({ count }) => count,
      firstSeenAt: ({ firstSeenAt }) => firstSeenAt,
      lastSeenAt: ({ lastSeenAt }) => lastSeenAt,
      version: ({ lastVersion }) => lastVersion,
      state: ({ state }) => state,
    },
  ),
  events: listed(
    { path: '/administration/events' },
    async (actor, search) =>
      (await listEventsForEditing(actor, { ...eventQueryOf(search), ...all })).rows,
    {
      id: ({ id }) => id,
      title: ({ title }) => title,
      type: ({ type }) => type,
      state: ({ status }) => status,
      visibility: ({ visibility }) => visibility,
      startsAt: ({ startsAt }) => startsAt,
      registration: ({ registration }) => registration,
      confirmed: ({ confirmed }) => confirmed,
      pending: ({ pending }) => pending,
      waiting: ({ waiting }) => waiting,
    },
  ),
  newsletters: listed(
    { path: '/administration/newsletters' },
    async (actor, search) =>
      (await listNewsletters(actor, { ...newsletterQueryOf(search), ...all })).newsletters,
    {
      id: ({ id }) => id,
      subject: ({ subject }) => subject,
      list: ({ list }) => list,
      language: ({ language }) => language,
      state: ({ status }) => status,
      sendAt: ({ sendAt }) => sendAt,
      finishedAt: ({ finishedAt }) => finishedAt,
      updatedAt: ({ updatedAt }) => updatedAt,
    },
  ),
  outbox: listed(
    { path: '/administration/outbox', asksReason: true },
    async (actor, search) => (await listOutbox(actor, { ...outboxQueryOf(search), ...all })).mails,
    {
      id: ({ id }) => id,
      writtenAt: ({ createdAt }) => createdAt,
      template: ({ template }) => template,
      recipient: ({ recipient }) => recipient,
      subject: ({ subject }) => subject,
      state: ({ state }) => state,
      lastError: ({ lastError }) => lastError,
    },
  ),
  security: listed(
    { path: '/administration/security', asksReason: true },
    async (actor, search) => {
      const { before: _page, ...filter } = securityFilterSchema.parse(Object.fromEntries(search));
      return (await listSecurityEvents(actor, { ...filter, perPage: all.perPage })).events;
    },
    {
      id: ({ id }) => id,
      at: ({ at }) => at,
      event: ({ event }) => event,
      outcome: ({ outcome }) => outcome,
      detail: ({ detail }) => detail,
      times: ({ count }) => count,
      account: ({ name, addressHash }) => name ?? addressHash?.slice(0, 8) ?? null,
      network: ({ client }) => client,
    },
  ),
  users: listed(
    { path: '/administration/users', asksReason: true },
    async (actor, search) =>
      (await listUsers(actor, { ...userFilterOf({ searchParams: search }), ...all })).users,
    {
      id: ({ id }) => id,
      createdAt: ({ createdAt }) => createdAt,
      email: ({ email }) => email,
      firstName: ({ firstName }) => firstName,
      lastName: ({ lastName }) => lastName,
      role: ({ role }) => role,
      state: ({ state }) => state,
    },
  ),
};
