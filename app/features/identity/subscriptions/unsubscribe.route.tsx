import { data } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AppError, type ErrorCode } from '~/policy/errors';
import { languageContext } from '~/i18n/language.server';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm } from '~/lib/forms/form';
import { isMailingList, type MailingList } from '~/lib/mailing-lists';
import { requestFactsContext } from '~/policy/request-context';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { Button } from '~/ui/button';
import type { Route } from './+types/unsubscribe.route';
import { SubscriptionChoices } from './subscription-choices';
import { unsubscribeForm } from './subscription-schemas';
import { findSubscription, type Press, pressUnsubscribe } from './unsubscribing.server';
import { Form } from '~/ui/form';
import { useStickyActionData } from '~/ui/sticky-action-data';

/** Opening the link changes nothing; every id gets a page, the unknown ones the neutral one. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const view = await findSubscription(context.get(actorContext), params.id);
  const list = new URL(request.url).searchParams.get('list');
  return data(
    {
      view,
      list: isMailingList(list) ? list : null,
      title: translateIn(context.get(languageContext))('unsubscribe.title'),
    },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

export const headers = () => ({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/newsletter', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

type Answer = {
  done?: Press['intent'];
  isUnchanged?: boolean;
  error?: ErrorCode;
  /** What is wrong with the boxes. */
  listError?: string;
};

export async function action({ params, request, context }: Route.ActionArgs) {
  const form = parseForm(unsubscribeForm, await request.formData(), ['list']);
  if (!form.ok) {
    const { list: listError } = form.fieldErrors;
    return data<Answer>(listError ? { listError } : { error: 'error.invalid-input' }, {
      status: 400,
    });
  }
  const list = new URL(request.url).searchParams.get('list');
  const press = pressOf(form.data, isMailingList(list) ? list : null);
  const { clientAddress } = context.get(requestFactsContext);
  try {
    const isDone = await pressUnsubscribe(context.get(actorContext), {
      id: params.id,
      press,
      clientAddress,
    });
    return data<Answer>(isDone ? { done: press.intent } : { isUnchanged: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data<Answer>({ error: error.code }, { status: error.status });
  }
}

type Sent = ReturnType<typeof unsubscribeForm.parse>;

/** One click ends the list that the mail came by; without one, all of them (RFC 8058). */
function pressOf(sent: Sent, list: MailingList | null): Press {
  if (!('intent' in sent))
    return list ? { intent: 'leave', lists: [list] } : { intent: 'leave-all' };
  return sent.intent === 'leave' ? { intent: 'leave', lists: sent.list } : { intent: sent.intent };
}

export default function Unsubscribe({ loaderData, ...route }: Route.ComponentProps) {
  const actionData = useStickyActionData(route.actionData);
  const t = useTranslate();
  const textOf = useTextOf();
  const { view, list } = loaderData;
  return (
    <div className={classes.page}>
      <h1>{t('unsubscribe.title')}</h1>
      {actionData?.error && (
        <Message kind="error" text={textOf(actionData.error)} answer={actionData} />
      )}
      {actionData?.isUnchanged && (
        <Message kind="error" text={t('unsubscribe.unchanged')} answer={actionData} />
      )}
      {actionData?.done && (
        <Message
          kind="success"
          text={t(`unsubscribe.done.${actionData.done}`)}
          answer={actionData}
        />
      )}
      {view ? (
        <SubscriptionChoices
          view={view}
          list={list}
          error={actionData?.listError && textOf(actionData.listError)}
        />
      ) : (
        <Form method="post" className={classes.form}>
          <p>{t('unsubscribe.neutral')}</p>
          <Button variant="primary" name="intent" value="leave-all">
            {t('unsubscribe.all')}
          </Button>
        </Form>
      )}
      <p>{t('unsubscribe.privacy')}</p>
    </div>
  );
}
