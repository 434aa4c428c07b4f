import { data, Link } from 'react-router';
import { type Actor, actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm, sentText, sentTexts } from '~/lib/forms/form';
import { isUuid } from '~/lib/is-uuid';
import { redirectWithNotice } from '~/answers/notices.server';
import { countryOptions } from '~/lib/format/display-names';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import { SelectField, TextField } from '~/ui/fields/fields';
import { listedVersions, versionKey } from '~/ui/data-table/listed-version';
import { selectedRows } from '~/ui/data-table/selected-rows';
import { TableParameters } from '~/ui/data-table/table-menu';
import { EmptyState } from '~/ui/empty-state';
import type { Route } from './+types/registration-admin.route';
import { addRegistration, decideSeveral } from './registration-admin.server';
import { listDecidable, listRegistrations, registrationQueryOf } from './registration-list.server';
import {
  type AskedDecision,
  ConfirmDecision,
  type DecidedAnswer,
  RegistrationTable,
  SeveralDone,
} from './registration-table';
import { RegistrationForms } from './registration-forms';
import {
  inviteGuest,
  listOpenInvitations,
  withdrawInvitation,
} from '~/features/events/registration-links/guests.server';
import {
  addSchema,
  decisions,
  guestSchema,
  type ListFilter,
  listFilterSchema,
  registrationStates,
} from '~/features/events/registrations/registration-schemas';
import classes from '~/features/events/registrations/registrations.module.css';
import { capacityOf, modesOf } from '~/features/events/registrations/capacity.server';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  if (!isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const { searchParams } = new URL(request.url);
  const filter = listFilterSchema.parse(Object.fromEntries(searchParams));
  const query = registrationQueryOf(searchParams);
  const { event, counts, ...list } = await listRegistrations(actor, params.id, {
    ...filter,
    ...query,
  }).catch(throwErrorResponse);
  const { id, title, startsAtInstant, endsAtInstant } = event;
  const { near, others } = countryOptions(language);
  const now = new Date();
  const times = { hasBegun: startsAtInstant <= now, isOver: endsAtInstant <= now };
  return {
    title: translateIn(language)('desk.title'),
    event: { id, title, isOpen: event.status === 'published', ...times },
    modes: modesOf(event).map((mode) => ({ mode, capacity: capacityOf(event, mode) })),
    counts,
    sorting: query.sorting,
    ...list,
    filter,
    invitations: await listOpenInvitations(actor, event.id),
    countries: [...near, ...others],
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const title = `${loaderData.event.title} – ${loaderData.title}`;
  return siteMeta(matches, { title, path: '/administration/events', noIndex: true });
}

export type RegistrationAdminAnswer = {
  intent?: string;
  error?: string;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
  several?: DecidedAnswer;
  /** What is done once it is confirmed. */
  asked?: AskedDecision;
};

export async function action({ request, params, context }: Route.ActionArgs) {
  if (!isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const actor = context.get(actorContext);
  const sent = await request.formData();
  const intent = sentText(sent, 'intent');
  const here = `/administration/events/${params.id}/registrations`;
  const done = (key: string) => redirectWithNotice(here, { kind: 'success', key });
  try {
    if (intent === 'invite') {
      const input = parseForm(guestSchema, sent);
      if (!input.ok) return data<RegistrationAdminAnswer>({ ...input, intent }, { status: 400 });
      const { intent: _intent, ...guest } = input.data;
      await inviteGuest(actor, params.id, guest);
      return done('success.guest-invited');
    }
    if (intent === 'add') {
      const input = parseForm(addSchema, sent);
      if (!input.ok) return data<RegistrationAdminAnswer>({ ...input, intent }, { status: 400 });
      const { intent: _intent, ...person } = input.data;
      await addRegistration(actor, params.id, person);
      return done('success.registration-added');
    }
    if (intent === 'withdraw-invitation') {
      const id = sentText(sent, 'id');
      if (!isUuid(id)) throw new AppError('error.not-found');
      await withdrawInvitation(actor, params.id, id);
      return done('success.invitation-withdrawn');
    }
    return await decideSelected(actor, params.id, sent);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    const answer: RegistrationAdminAnswer = { intent, error: error.code, values: sentTexts(sent) };
    return data(answer, { status: error.status });
  }
}

/** Decides about those who were ticked; before they get an e-mail it asks. */
async function decideSelected(actor: Actor, eventId: string, sent: FormData) {
  const isSure = sent.has('isSure');
  sent.delete('isSure');
  const chosen = selectedRows(sent, decisions);
  const keys = chosen?.selected ?? [];
  if (!chosen || listedVersions(keys).size === 0) {
    const answer: RegistrationAdminAnswer = { error: 'error.registration.none-chosen' };
    return data(answer, { status: 400 });
  }
  const { intent: decision } = chosen;
  const isMailed = decision !== 'attended' && decision !== 'not-attended';
  if (isMailed && !isSure) {
    const { possible, ...others } = await listDecidable(actor, eventId, { decision, keys });
    const several = { decision, done: 0, waitlisted: 0, ...others };
    if (possible.length === 0) return data<RegistrationAdminAnswer>({ several });
    const people = possible.map(({ name, ...row }) => ({ key: versionKey(row), name }));
    return data<RegistrationAdminAnswer>({ several, asked: { decision, people } });
  }
  const several = await decideSeveral(actor, eventId, { decision, keys });
  return data<RegistrationAdminAnswer>({ several: { decision, ...several } });
}

type Data = Route.ComponentProps['loaderData'];

/** Everybody registered for an event, in the order of coming, and what the secretariat can do. */
export default function RegistrationAdmin({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { event, total, filter, title } = loaderData;
  const several = actionData?.several;
  const isCutDown = filter.state !== 'all' || filter.mode !== 'all' || filter.search !== '';
  return (
    <div className={form.wide}>
      <header>
        <h1>{title}</h1>
        <p>
          <Link to={`/administration/events/${event.id}`}>{event.title}</Link>
        </p>
      </header>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {several && <SeveralDone answer={several} />}
      {actionData?.asked && <ConfirmDecision {...actionData.asked} isOver={event.isOver} />}
      <Numbers loaderData={loaderData} />
      <Filter filter={filter} />
      <p>{t('desk.count', { count: total })}</p>
      {total === 0 ? (
        <EmptyState>{t(isCutDown ? 'desk.none' : 'desk.none-yet')}</EmptyState>
      ) : (
        <RegistrationTable {...loaderData} isOpen={event.isOpen} hasBegun={event.hasBegun} />
      )}
      <RegistrationForms {...loaderData} answer={actionData} />
    </div>
  );
}

function Numbers({ loaderData: { counts, modes } }: { loaderData: Data }) {
  const t = useTranslate();
  const numberOf = (mode: string, states: readonly string[]) =>
    counts
      .filter((one) => one.mode === mode && states.includes(one.status))
      .reduce((sum, { number }) => sum + number, 0);
  const placesTaken = (mode: string, capacity: number | null) => {
    const count = numberOf(mode, ['confirmed', 'attended']);
    return capacity === null
      ? t('desk.places-unlimited', { count })
      : t('desk.places', { count, capacity });
  };
  return (
    <ul className={classes.numbers}>
      {modes.map(({ mode, capacity }) => (
        <li key={mode}>
          <strong>{t('word.label', { label: t(`registration.mode.${mode}`) })}</strong>{' '}
          {t('desk.numbers', {
            places: placesTaken(mode, capacity),
            pending: numberOf(mode, ['pending']),
            waiting: numberOf(mode, ['waitlisted']),
          })}
        </li>
      ))}
    </ul>
  );
}

function Filter({ filter }: { filter: ListFilter }) {
  const t = useTranslate();
  const all = { value: 'all', label: t('event-editor.any') };
  return (
    <Form method="get" className={form.bar} role="search" key={JSON.stringify(filter)}>
      <SelectField
        name="state"
        label={t('event-editor.status')}
        defaultValue={filter.state}
        choices={[
          all,
          ...registrationStates.map((state) => ({
            value: state,
            label: t(`registration.state.${state}`),
          })),
        ]}
      />
      <SelectField
        name="mode"
        label={t('desk.mode')}
        defaultValue={filter.mode}
        choices={[
          all,
          ...(['on-site', 'online'] as const).map((mode) => ({
            value: mode,
            label: t(`registration.mode.${mode}`),
          })),
        ]}
      />
      <TextField
        name="search"
        type="search"
        label={t('desk.search')}
        defaultValue={filter.search}
        maxLength={100}
      />
      <TableParameters />
      <Button>{t('event-editor.apply')}</Button>
    </Form>
  );
}
