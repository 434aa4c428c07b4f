import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError, type ErrorCode } from '~/policy/errors';
import { listAuditEntriesOf } from '~/features/identity/audit/audit.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { countryName } from '~/lib/format/display-names';
import { parseForm } from '~/lib/forms/form';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { isUuid } from '~/lib/is-uuid';
import { reloadOwnChanges } from '~/lib/forms/revalidation';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import { CheckField } from '~/ui/fields/choices';
import { TextField } from '~/ui/fields/fields';
import type { Route } from './+types/registration-record.route';
import {
  decideRegistration,
  decisionsFor,
  deleteRegistration,
  moveRegistration,
} from './registration-admin.server';
import { getRegistration } from './registration-list.server';
import { answerText } from '~/features/events/registrations/own-registration';
import { registrationAdminSchema } from '~/features/events/registrations/registration-schemas';
import classes from '~/features/events/registrations/registrations.module.css';
import { modesOf } from '~/features/events/registrations/capacity.server';
import { Form } from '~/ui/form';
import { StatusPill } from '~/ui/status-pill';
import { registrationTones } from '~/features/events/registrations/registration-state';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ params, context }: Route.LoaderArgs) {
  if (!isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const actor = context.get(actorContext);
  const found = await getRegistration(actor, params.id).catch(throwErrorResponse);
  const { event, registration, name, email } = found;
  const history = await listAuditEntriesOf(actor, { kind: 'registration', id: registration.id });
  return {
    title: translateIn(context.get(languageContext))('desk.record'),
    name,
    email,
    registration,
    event: { id: event.id, title: event.title, attendeeList: event.attendeeList },
    isOver: event.endsAtInstant <= new Date(),
    decisions: decisionsFor(event, registration.status),
    otherModes:
      event.status === 'published'
        ? modesOf(event).filter((mode) => mode !== registration.mode)
        : [],
    history: history.map(({ seq, at, actorName, changes }) => ({
      seq,
      at,
      by: actorName,
      status: typeof changes.status?.to === 'string' ? changes.status.to : '',
    })),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/events', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = {
  error?: ErrorCode;
  fieldErrors?: Record<string, string>;
  values?: Record<string, string>;
};

export async function action({ request, params, context }: Route.ActionArgs) {
  if (!isUuid(params.id)) throw data('error.not-found', { status: 404 });
  const actor = context.get(actorContext);
  const input = parseForm(registrationAdminSchema, await request.formData());
  if (!input.ok) {
    const isAtField = Object.keys(input.fieldErrors).every((name) => name === 'reason');
    const error = isAtField ? undefined : 'error.invalid-input';
    const { fieldErrors, values } = input;
    return data<Answer>({ fieldErrors, values, error }, { status: 400 });
  }
  const step = input.data;
  const success = { kind: 'success', key: 'success.registration-saved' } as const;
  try {
    const { event } = await getRegistration(actor, params.id);
    if (step.intent === 'delete') {
      await deleteRegistration(actor, params.id, step.reason);
      const list = `/administration/events/${event.id}/registrations`;
      return redirectWithNotice(list, { kind: 'success', key: 'success.registration-deleted' });
    }
    if (step.intent === 'move') await moveRegistration(actor, params.id, step);
    else await decideRegistration(actor, params.id, { ...step, decision: step.intent });
    return redirectWithNotice(`/administration/registrations/${params.id}`, success);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found') throwErrorResponse(error);
    return data<Answer>({ error: error.code }, { status: error.status });
  }
}

type Data = Route.ComponentProps['loaderData'];

export const shouldRevalidate = reloadOwnChanges;

/** One registration with all its data and the secretariat's decisions. */
export default function RegistrationRecord({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { name, registration, event } = loaderData;
  return (
    <div className={classes.page}>
      <header>
        <h1>{name}</h1>
        <p>
          <Link to={`/administration/events/${event.id}/registrations`}>{event.title}</Link>
        </p>
      </header>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <p>
        <StatusPill tone={registrationTones[registration.status]}>
          {t(`registration.state.${registration.status}`)}
        </StatusPill>
      </p>
      <Facts {...loaderData} />
      <Decisions {...loaderData} refusal={actionData} />
      {loaderData.history.length > 0 && <History history={loaderData.history} />}
    </div>
  );
}

function Facts({ registration, email, event }: Data) {
  const t = useTranslate();
  const language = useLanguage();
  const yesNo = (is: boolean) => t(is ? 'registration.yes' : 'registration.no');
  const { guestCourt, guestCountry, needs, userId } = registration;
  return (
    <dl className={form.facts}>
      <dt>{t('field.email')}</dt>
      <dd>{email}</dd>
      <dt>{t('desk.who')}</dt>
      <dd>
        {userId ? <Link to={`/user/${userId}`}>{t('desk.member')}</Link> : t('desk.guest')}
        {guestCourt && `, ${guestCourt}`}
        {guestCountry && `, ${countryName(guestCountry, language)}`}
      </dd>
      <dt>{t('desk.mode')}</dt>
      <dd>{t(`registration.mode.${registration.mode}`)}</dd>
      <dt>{t('desk.since')}</dt>
      <dd>{formatInstant(registration.createdAt, language, siteZone)}</dd>
      {registration.answers.map((answer) => (
        <div key={answer.id} className={form.fact}>
          <dt>{answer.question}</dt>
          <dd>{answerText(t, answer.answer)}</dd>
        </div>
      ))}
      <dt>{t('registration.needs')}</dt>
      <dd>{needs ?? '–'}</dd>
      {event.attendeeList !== 'nobody' && (
        <>
          <dt>{t('registration.on-list')}</dt>
          <dd>{yesNo(registration.listConsent)}</dd>
        </>
      )}
      <dt>{t('registration.photographs')}</dt>
      <dd>{yesNo(registration.photoConsent)}</dd>
    </dl>
  );
}

function Decisions(props: Data & { refusal?: Answer }) {
  const { registration, decisions, otherModes, isOver, name, refusal } = props;
  const t = useTranslate();
  const textOf = useTextOf();
  const error = refusal?.fieldErrors?.reason;
  const version = <input type="hidden" name="version" value={registration.version} />;
  return (
    <section className={form.panel} aria-labelledby="decisions">
      <h2 id="decisions">{t('desk.decisions')}</h2>
      {isOver && <p>{t('desk.no-mail')}</p>}
      {decisions.length > 0 && (
        <Form method="post" className={form.form}>
          {version}
          {decisions.includes('cancel') && <p>{t('desk.needs-deleted')}</p>}
          {decisions.includes('confirm') && (
            <CheckField name="beyondCapacity" label={t('desk.beyond')} />
          )}
          <div className={form.actions}>
            {decisions.map((one) => (
              <Button
                key={one}
                name="intent"
                value={one}
                variant={one === 'confirm' || one === 'attended' ? 'primary' : 'secondary'}
              >
                {t(`desk.decision.${one}`)}
              </Button>
            ))}
          </div>
        </Form>
      )}
      {otherModes.map((mode) => (
        <Form key={mode} method="post" className={form.form}>
          {version}
          <input type="hidden" name="intent" value="move" />
          <input type="hidden" name="mode" value={mode} />
          <CheckField name="beyondCapacity" label={t('desk.beyond')} />
          <Button>{t(`desk.move.${mode}`)}</Button>
        </Form>
      ))}
      <details className={classes.more} open={error !== undefined}>
        <summary>{t('desk.delete')}</summary>
        <Form method="post" className={form.form} noValidate>
          <input type="hidden" name="intent" value="delete" />
          <p>{t('desk.delete-text', { name })}</p>
          <TextField
            name="reason"
            label={t('field.reason')}
            maxLength={300}
            required
            defaultValue={refusal?.values?.reason}
            error={error && textOf(error)}
          />
          <Button variant="danger">{t('desk.delete-confirm')}</Button>
        </Form>
      </details>
    </section>
  );
}

function History({ history }: Pick<Data, 'history'>) {
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  return (
    <section className={form.panel} aria-labelledby="history">
      <h2 id="history">{t('desk.history')}</h2>
      <ul className={form.entries}>
        {history.map(({ seq, at, by, status }) => (
          <li key={seq}>
            <span>{status ? textOf(`registration.state.${status}`) : t('desk.changed')}</span>
            <span className={classes.meta}>
              {formatInstant(at, language, siteZone)}
              {by && `, ${by}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
