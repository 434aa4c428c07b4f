import { readFileSync } from 'node:fs';
import { type Fields, type Reader } from './plain-requests';
import { filledApplication } from '../../support/people/filled-application';
import { patterns } from './site-map';

const password = 'lantern orchard pebble tide';
const wrong = { currentPassword: 'not the password' };
const unknownId = '0198c1f0-0000-7000-8000-000000000001';
const text = 'Since when have you been in office?';

/** A form of the people area with what it usually carries, chosen so that little comes of it. */
export type FormRow = {
  /** The pattern of `app/routes.ts`. */
  route: string;
  by: Reader;
  /** What the parameters of the address are filled with; `member2` is the id of that account. */
  params?: Record<string, string>;
  fields: Fields;
  isJson?: boolean;
  /** The action reads nothing of what is sent. */
  takesNothing?: boolean;
};

const old = { version: '9999' };
const ofApplication = (fields: Fields): FormRow => ({
  route: '/administration/applications/:id',
  by: 'admin',
  params: { id: 'application' },
  fields,
});
const bySettings = (route: string, fields: Fields): FormRow => ({ route, by: 'member', fields });

/** Each form that an action of the people area takes. */
export const forms: readonly FormRow[] = [
  { route: '/login', by: 'visitor', fields: { email: 'nobody@court.example', password } },
  {
    route: '/sign-up',
    by: 'visitor',
    fields: { firstName: 'Uma', lastName: 'Neu', email: 'uma@court.example', password },
  },
  { route: '/forgot-password', by: 'visitor', fields: { email: 'nobody@court.example' } },
  { route: '/reset-password/:token', by: 'visitor', fields: { password } },
  { route: '/invitation/:token', by: 'visitor', fields: { password } },
  // Without the first step nobody gets as far as the code.
  { route: '/second-step', by: 'visitor', fields: { code: '000000' }, takesNothing: true },
  { route: '/confirm-email/:token', by: 'visitor', fields: { password } },
  { route: '/membership/confirm/:token', by: 'visitor', fields: {}, takesNothing: true },
  {
    route: '/confirm-email-change/:side/:token',
    by: 'visitor',
    params: { side: 'new' },
    fields: {},
    takesNothing: true,
  },
  { route: '/sign-out', by: 'visitor', fields: {}, takesNothing: true },
  {
    route: '/passkey/sign-in',
    by: 'visitor',
    fields: { step: 'options' },
    isJson: true,
    takesNothing: true,
  },
  { route: '/membership', by: 'visitor', fields: filledApplication('forms@court.example') },
  { route: '/membership/status/:token', by: 'visitor', fields: { intent: 'answer', text } },
  { route: '/membership/status/:token', by: 'visitor', fields: { intent: 'withdraw' } },
  bySettings('/settings', { intent: 'name', ...old, firstName: 'Mara', lastName: 'Exemple' }),
  bySettings('/settings', { intent: 'profile', ...old, username: 'mara.exemple' }),
  bySettings('/settings', { intent: 'subscription' }),
  bySettings('/settings', { intent: 'resume' }),
  bySettings('/settings/security', { intent: 'password', ...wrong, newPassword: password }),
  bySettings('/settings/security', { intent: 'email', ...wrong, email: 'new@court.example' }),
  bySettings('/settings/security', { intent: 'end-session', sessionId: unknownId }),
  bySettings('/settings/security', { intent: 'end-others' }),
  bySettings('/settings/second-factor', { intent: 'begin', ...wrong }),
  bySettings('/settings/second-factor', { intent: 'renew', ...wrong }),
  bySettings('/settings/second-factor', { intent: 'remove', ...wrong }),
  bySettings('/settings/second-factor', { intent: 'confirm', code: '000000' }),
  bySettings('/settings/second-factor', {
    intent: 'remove-passkey',
    passkeyId: unknownId,
    ...wrong,
  }),
  {
    ...bySettings('/passkey/register', { step: 'options', password: 'not the password' }),
    isJson: true,
  },
  bySettings('/settings/delete', wrong),
  { ...bySettings('/settings/data/export', {}), takesNothing: true },
  {
    route: '/administration/users/new',
    by: 'admin',
    fields: { firstName: 'Udo', lastName: 'Neu', email: 'udo@court.example', role: 'USER' },
  },
  {
    route: '/administration/users/:id',
    by: 'admin',
    params: { id: 'member2' },
    fields: { intent: 'update', ...old, firstName: 'Miro', lastName: 'Exemple', role: 'USER' },
  },
  {
    route: '/administration/users/:id',
    by: 'admin',
    params: { id: 'member2' },
    fields: { intent: 'reactivate', reason: 'Asked for in writing' },
  },
  {
    route: '/administration/views',
    by: 'admin',
    fields: { intent: 'save', list: '/administration/users', query: '', name: 'People' },
  },
  {
    route: '/administration/applications',
    by: 'admin',
    fields: { intent: 'take-charge', selected: `${unknownId}/1` },
  },
  {
    route: '/administration/proposals',
    by: 'admin',
    fields: { intent: 'withdraw', id: unknownId },
  },
  {
    route: '/administration/lists/:list/export',
    by: 'admin',
    params: { list: 'users' },
    fields: { reason: 'For the yearly report', query: 'role=ADMIN' },
  },
  ofApplication({ intent: 'start-review', ...old }),
  ofApplication({ intent: 'assign', ...old, assignedTo: '' }),
  ofApplication({ intent: 'note', text: 'Called the court.' }),
  ofApplication({ intent: 'verify', ...old, method: 'Register of judges' }),
  ofApplication({ intent: 'ask', ...old, text }),
  ofApplication({ intent: 'approve', ...old, text }),
  ofApplication({ intent: 'reject', ...old, text, reason: 'Not a judge at all.' }),
  ofApplication({ intent: 'invite', ...old }),
  ofApplication({ intent: 'fee', ...old, feeStatus: 'paid' }),
  ofApplication({ intent: 'preview', template: 'question', text }),
  { route: '/administration/audit', by: 'admin', fields: {}, takesNothing: true },
  { route: '/administration/outbox', by: 'dev', fields: {}, takesNothing: true },
  {
    route: '/administration/audit/export',
    by: 'admin',
    fields: { reason: 'For the yearly report' },
  },
];

/** The features of the people area. */
const features =
  /^(features\/(identity\/(?!subscriptions|bot-protection)|membership\/|compliance\/(?!agreement)|operations\/(mailing|administration)\/)|pages\/(list-exports|settings|sign-in)\/)/;

/** Every address of the people area that takes a form, from the route modules themselves. */
export const addressesWithForm = patterns
  .filter(({ file }) => features.test(file))
  .filter(({ file }) => /export (async )?function action\b/.test(readRoute(file)))
  .map(({ text: route }) => route);

function readRoute(file: string): string {
  return readFileSync(new URL(`../../../app/${file}`, import.meta.url), 'utf8');
}
