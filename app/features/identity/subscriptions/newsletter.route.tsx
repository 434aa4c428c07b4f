import { data, Link } from 'react-router';
import { actorContext, isSignedIn } from '~/policy/actor';
import { AppError, type ErrorCode } from '~/policy/errors';
import {
  requireHuman,
  takeAppCheck,
} from '~/features/identity/bot-protection/bot-protection.server';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { type FormRefusal, parseForm, sentTexts } from '~/lib/forms/form';
import { requestFactsContext } from '~/policy/request-context';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { useStickyActionData } from '~/ui/sticky-action-data';
import type { Route } from './+types/newsletter.route';
import { SubscribeForm } from './subscribe-form';
import { subscribeForm } from './subscription-schemas';
import { requestSubscription } from './subscriptions.server';

export function loader({ context }: Route.LoaderArgs) {
  const t = translateIn(context.get(languageContext));
  return {
    isMember: isSignedIn(context.get(actorContext)),
    title: t('subscribe.title'),
    description: t('subscribe.description'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  return siteMeta(matches, { title, description, path: '/newsletter' });
}

type Answer = { isSent?: boolean; error?: ErrorCode } & Partial<FormRefusal>;

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData();
  const check = takeAppCheck(sent);
  const form = parseForm(subscribeForm, sent, ['list']);
  if (!form.ok) return data<Answer>(form, { status: 400 });
  const { email, list } = form.data;
  const { clientAddress } = context.get(requestFactsContext);
  try {
    await requireHuman(check, clientAddress);
    await requestSubscription(
      context.get(actorContext),
      { email, list, language: context.get(languageContext) },
      clientAddress,
    );
    return data<Answer>({ isSent: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const values = { ...sentTexts(sent), list: list.join(',') };
    return data<Answer>({ error: error.code, values }, { status: error.status });
  }
}

/** Where visitors ask for the newsletter; works without scripts. */
export default function Newsletter({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  return (
    <div className={classes.page}>
      <h1>{t('subscribe.title')}</h1>
      <p>{t('subscribe.intro')}</p>
      {loaderData.isMember && (
        <p>
          <Link to="/settings">{t('subscribe.members')}</Link>
        </p>
      )}
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {actionData?.isSent ? (
        <Message kind="success" text={t('subscribe.sent')} answer={actionData} />
      ) : (
        <SubscribeForm fieldErrors={actionData?.fieldErrors} values={actionData?.values} />
      )}
      <p>
        <Link to="/newsletter/archive">{t('archive.title')}</Link>
      </p>
    </div>
  );
}
