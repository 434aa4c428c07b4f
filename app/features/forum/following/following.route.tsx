import { data, Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm } from '~/lib/forms/form';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import form from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import { CheckField } from '~/ui/fields/choices';
import reading from '~/ui/reading.module.css';
import { TopicTitle } from '~/features/forum/topics/topic-title';
import type { Route } from './+types/following.route';
import { FollowForm } from './follow-form';
import { mailSettingsSchema } from './following-schemas';
import { listFollows, saveFollowForm, saveMailSettings } from './following.server';
import { Form } from '~/ui/form';
import { EmptyState } from '~/ui/empty-state';

export async function loader({ context }: Route.LoaderArgs) {
  const follows = await listFollows(context.get(actorContext)).catch(throwErrorResponse);
  return { ...follows, title: translateIn(context.get(languageContext))('following.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum/following', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = context.get(actorContext);
  const given = await request.formData();
  if (given.get('intent') === 'mail-settings') {
    const input = parseForm(mailSettingsSchema, given);
    if (!input.ok) return data(null, { status: 400 });
    await saveMailSettings(actor, input.data);
  } else {
    await saveFollowForm(actor, given).catch(throwErrorResponse);
  }
  return redirectWithNotice('/forum/following', { kind: 'success', key: 'success.follow-saved' });
}

export default function Following({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { follows } = loaderData;
  return (
    <div className={reading.page}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <Link to="/forum">{t('forum.title')}</Link>
        </p>
        <h1>{loaderData.title}</h1>
        <p>{t('following.text')}</p>
      </header>
      {follows.length === 0 && <EmptyState>{t('following.none')}</EmptyState>}
      <ul className={reading.plain}>
        {follows.map((follow) => (
          <li key={follow.id}>
            <p>
              {follow.topicId ? (
                <Link to={`/forum/topic/${follow.topicId}`}>
                  <TopicTitle title={follow.topic} />
                </Link>
              ) : (
                <Link to={`/forum/${follow.slug}`}>
                  <bdi>{follow.category}</bdi>
                </Link>
              )}
            </p>
            <FollowForm
              kind={follow.topicId ? 'topic' : 'category'}
              target={follow.topicId ?? follow.categoryId}
              level={follow.level}
              name={follow.topicId ? (follow.topic ?? t('forum.title-not-shown')) : follow.category}
            />
          </li>
        ))}
      </ul>
      <section className={reading.section}>
        <h2>{t('following.mails')}</h2>
        <Form method="post" className={form.form}>
          <input type="hidden" name="intent" value="mail-settings" />
          <CheckField
            name="followsOwnTopics"
            label={t('following.own-topics')}
            defaultChecked={loaderData.followsOwnTopics}
          />
          <CheckField
            name="wantsMentions"
            label={t('following.mentions')}
            defaultChecked={loaderData.wantsMentions}
          />
          <CheckField
            name="wantsQuotes"
            label={t('following.quotes')}
            hint={t('following.quotes-hint')}
            defaultChecked={loaderData.wantsQuotes}
          />
          <Button>{t('following.save')}</Button>
        </Form>
      </section>
    </div>
  );
}
