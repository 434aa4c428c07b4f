import { data, Link, redirect } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { AppError, type ErrorCode } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { type FormRefusal, parseForm, sentTexts } from '~/lib/forms/form';
import { siteZone } from '~/lib/format/format-date';
import { instantOf } from '~/lib/time/zoned-time.server';
import { reloadOwnChangesAndConflicts } from '~/lib/forms/revalidation';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import { RadioField } from '~/ui/fields/choices';
import { TextField } from '~/ui/fields/fields';
import type { Route } from './+types/newsletter-send.route';
import { newsletterDraftPlace, sendingForm } from '~/features/newsletters/newsletter-schemas';
import {
  countRecipients,
  getNewsletter,
  scheduleNewsletter,
} from '~/features/newsletters/newsletters.server';
import { LeftOut } from '~/features/newsletters/composing/left-out';
import { listLeftOut } from '~/features/newsletters/composing/newsletter-content.server';
import { findDraft } from '~/features/writing/drafts/drafts.server';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const newsletter = await getNewsletter(actor, params.id).catch(throwErrorResponse);
  const { id, version, subject, list, status } = newsletter;
  // Sent twice, or by a colleague: its page tells how far it is.
  if (status !== 'draft') throw redirect(`/administration/newsletters/${id}`);
  return {
    newsletter: { id, version, subject, list },
    recipients: await countRecipients(actor, newsletter),
    leftOut: await listLeftOut(actor, newsletter),
    hasUnsaved: (await findDraft(actor, newsletterDraftPlace(id))) !== null,
    title: translateIn(context.get(languageContext))('newsletter.send'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/newsletters', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = { error?: ErrorCode } & Partial<FormRefusal>;

export async function action({ params, request, context }: Route.ActionArgs) {
  const sent = await request.formData();
  const form = parseForm(sendingForm, sent);
  if (!form.ok) return data<Answer>(form, { status: 400 });
  const { version, when, at = '' } = form.data;
  const sendAt = when === 'now' ? new Date() : instantOf(at, siteZone);
  if (when === 'later' && sendAt < new Date()) {
    const fieldErrors = { at: 'form.newsletter-past' };
    return data<Answer>({ fieldErrors, values: sentTexts(sent) }, { status: 400 });
  }
  try {
    await scheduleNewsletter(context.get(actorContext), params.id, { version, sendAt });
    return redirectWithNotice(`/administration/newsletters/${params.id}`, {
      kind: 'success',
      key: 'success.newsletter.scheduled',
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'error.not-found')
      return throwErrorResponse(error);
    return data<Answer>({ error: error.code, values: sentTexts(sent) }, { status: error.status });
  }
}

export const shouldRevalidate = reloadOwnChangesAndConflicts;

/** The question before the sending: it names the subject and how many receive it. */
export default function NewsletterSend({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { newsletter, recipients, leftOut, hasUnsaved } = loaderData;
  const wrong = actionData?.fieldErrors?.at;
  return (
    <div className={classes.page}>
      <p>
        <Link to={`/administration/newsletters/${newsletter.id}`}>{newsletter.subject}</Link>
      </p>
      <h1>{t('newsletter.send')}</h1>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      <p>
        {t('newsletter.send-question', {
          subject: newsletter.subject,
          list: t(`list.${newsletter.list}`),
          count: recipients,
        })}
      </p>
      <LeftOut items={leftOut} />
      {hasUnsaved && <p className={classes.summary}>{t('newsletter.unsaved')}</p>}
      <Form method="post" className={classes.form} noValidate>
        <input type="hidden" name="version" value={newsletter.version} />
        <RadioField
          name="when"
          label={t('newsletter.when')}
          defaultValue={actionData?.values?.when ?? 'now'}
          choices={[
            { value: 'now', label: t('newsletter.now') },
            { value: 'later', label: t('newsletter.later') },
          ]}
        />
        <TextField
          name="at"
          type="datetime-local"
          label={t('newsletter.at')}
          hint={t('newsletter.at-hint')}
          defaultValue={actionData?.values?.at}
          error={wrong && textOf(wrong)}
        />
        <Button variant="primary">{t('newsletter.send-submit', { count: recipients })}</Button>
      </Form>
    </div>
  );
}
