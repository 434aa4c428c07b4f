import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { discardDraft } from '~/features/writing/drafts/drafts.server';
import { languageContext } from '~/i18n/language.server';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { sentText } from '~/lib/forms/form';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import { isolated } from '~/features/forum/following/isolated';
import { redirectWithNotice } from '~/answers/notices.server';
import { siteMeta } from '~/site/site-meta';
import { Button } from '~/ui/button';
import fields from '~/ui/fields/fields.module.css';
import reading from '~/ui/reading.module.css';
import type { Route } from './+types/drafts.route';
import { listOwnDrafts } from './draft-list.server';
import classes from '~/features/forum/forum.module.css';
import { Form } from '~/ui/form';
import { EmptyState } from '~/ui/empty-state';

export async function loader({ context }: Route.LoaderArgs) {
  const drafts = await listOwnDrafts(context.get(actorContext)).catch(throwErrorResponse);
  return { drafts, title: translateIn(context.get(languageContext))('drafts.title') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/forum/drafts', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

export async function action({ request, context }: Route.ActionArgs) {
  const place = sentText(await request.formData(), 'place');
  await discardDraft(context.get(actorContext), place).catch(throwErrorResponse);
  return redirectWithNotice('/forum/drafts', { kind: 'success', key: 'success.draft-discarded' });
}

export default function Drafts({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { drafts } = loaderData;
  const nameOf = ({ kind, name, address }: (typeof drafts)[number]) => {
    if (address === null) return t('drafts.gone');
    const place = name === null ? t('forum.title-not-shown') : isolated(name);
    return t(`drafts.of.${kind}`, { place });
  };
  return (
    <div className={`${reading.page} ${classes.narrow}`}>
      <header className={reading.head}>
        <p className={reading.kind}>
          <Link to="/forum">{t('forum.title')}</Link>
        </p>
        <h1>{loaderData.title}</h1>
        <p>{t('drafts.text')}</p>
      </header>
      {drafts.length === 0 && <EmptyState>{t('drafts.none')}</EmptyState>}
      <ul className={reading.plain}>
        {drafts.map((draft) => (
          <li key={draft.place} className={classes.draft}>
            <h2>{nameOf(draft)}</h2>
            <p className={classes.soft}>
              {t('drafts.saved-at', { time: formatInstant(draft.updatedAt, language, siteZone) })}
            </p>
            <p className={classes.words}>{draft.words}</p>
            <div className={fields.row}>
              {draft.address && (
                <Link
                  to={draft.address}
                  aria-label={t('drafts.continue-named', { place: nameOf(draft) })}
                >
                  {t('drafts.continue')}
                </Link>
              )}
              <details>
                <summary aria-label={t('drafts.discard-named', { place: nameOf(draft) })}>
                  {t('drafts.discard')}
                </summary>
                <Form method="post">
                  <p>{t('drafts.discard-question')}</p>
                  <input type="hidden" name="place" value={draft.place} />
                  <Button variant="danger">{t('drafts.discard')}</Button>
                </Form>
              </details>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
