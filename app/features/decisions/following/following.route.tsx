import { throwErrorResponse } from '~/answers/error-response.server';
import { redirectWithNotice } from '~/answers/notices.server';
import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { listCourts } from '~/features/decisions/courts/courts.server';
import { courtForReader } from '~/features/decisions/records/decision-names';
import { SettingsFrame } from '~/features/identity/settings/settings-frame';
import { findFolderAddress } from '~/features/library/following/following.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { parseForm } from '~/lib/forms/form';
import { type Actor, actorContext } from '~/policy/actor';
import { AppError } from '~/policy/errors';
import { siteMeta } from '~/site/site-meta';
import { EmptyState } from '~/ui/empty-state';
import reading from '~/ui/reading.module.css';
import { SiteLink } from '~/ui/site-link';
import type { Route } from './+types/following.route';
import { addressOfFilter } from './follow-filter';
import { FollowList } from './follow-list';
import { type FollowingInput, followingSchema } from './following-schemas';
import {
  follow,
  type FollowSubject,
  listFollows,
  listNewInFollows,
  markSeen,
  setRhythm,
  stopFollowing,
} from './following.server';
import { NewInFollows } from './new-in-follows';
import { presentFollow, presentNews } from './present-following.server';

const path = '/settings/following';

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const language = context.get(languageContext);
  const t = translateIn(language);
  const [{ follows, folders, hasLeft }, news, courts] = await Promise.all([
    listFollows(actor),
    listNewInFollows(actor),
    listCourts(actor),
  ]).catch(throwErrorResponse);
  const names = new Map(courts.map((court) => [court.code, courtForReader(court, language)]));
  const words = { language, t, courts: names };
  return {
    title: t('follows.title'),
    hasLeft,
    news: presentNews(news, language),
    follows: follows.map((one) => presentFollow(one, folders, words)),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? siteMeta(matches, { title: loaderData.title, path, noIndex: true }) : [];
}

export async function action({ request, context }: Route.ActionArgs) {
  const input = parseForm(followingSchema, await request.formData());
  if (!input.ok) return throwErrorResponse(new AppError('error.invalid-input'));
  try {
    return await carryOut(context.get(actorContext), input.data);
  } catch (error) {
    if (error instanceof AppError && error.code === 'error.follows.too-many')
      return redirectWithNotice(path, { kind: 'error', key: error.code });
    return throwErrorResponse(error);
  }
}

async function addressOf(actor: Actor, subject: FollowSubject): Promise<string> {
  if ('filter' in subject) return addressOfFilter(subject.filter);
  if ('identifier' in subject) return decisionAddress(subject.identifier);
  return findFolderAddress(actor, subject.folder);
}

async function carryOut(actor: Actor, input: FollowingInput): Promise<Response> {
  switch (input.intent) {
    case 'follow-filter':
    case 'follow-decision':
    case 'follow-folder': {
      await follow(actor, input);
      return say(await addressOf(actor, input), 'success.followed');
    }
    case 'stop': {
      const stopped = await stopFollowing(actor, input.follow);
      const to = input.from === 'page' ? await addressOf(actor, stopped) : path;
      return say(to, 'success.followed-no-longer');
    }
    case 'rhythm':
      await setRhythm(actor, { id: input.follow, rhythm: input.rhythm });
      return say(path, 'success.follow-saved');
    case 'seen':
      await markSeen(actor, input.until);
      return say(input.from === 'page' ? '/' : path, 'success.follows-seen');
  }
}

const say = (to: string, key: string) => redirectWithNotice(to, { kind: 'success', key });

/** What a member follows, what is new in it, and how often e-mails say so. */
export default function Following({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { follows, hasLeft, news } = loaderData;
  return (
    <SettingsFrame>
      <section className={reading.section}>
        <h2>{loaderData.title}</h2>
        <p>{t('follows.text')}</p>
        {hasLeft && <p role="note">{t('follows.left')}</p>}
        {follows.length === 0 ? (
          <EmptyState>
            {t('follows.none')} <SiteLink to="/decisions">{t('follows.to-decisions')}</SiteLink>{' '}
            <SiteLink to="/intranet">{t('follows.to-library')}</SiteLink>
          </EmptyState>
        ) : (
          <FollowList follows={follows} />
        )}
        <p>
          <SiteLink to="/forum/following">{t('follows.to-forum')}</SiteLink>
        </p>
      </section>
      {news && (
        <section className={reading.section}>
          <h2>{t('follows.new')}</h2>
          <NewInFollows news={news} from="settings" />
        </section>
      )}
    </SettingsFrame>
  );
}
