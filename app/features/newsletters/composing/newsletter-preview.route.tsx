import { Link } from 'react-router';
import { actorContext } from '~/policy/actor';
import { throwErrorResponse } from '~/answers/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import { siteMeta } from '~/site/site-meta';
import classes from '~/ui/form.module.css';
import type { Route } from './+types/newsletter-preview.route';
import own from '~/features/newsletters/newsletters.module.css';
import { newsletterDraftPlace } from '~/features/newsletters/newsletter-schemas';
import { findDraft } from '~/features/writing/drafts/drafts.server';
import { previewNewsletter } from '~/features/newsletters/newsletters.server';

const views = ['desktop', 'mobile', 'text'] as const;

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { newsletter, html, text } = await previewNewsletter(actor, params.id).catch(
    throwErrorResponse,
  );
  const isDraft = newsletter.status === 'draft';
  const wanted = new URL(request.url).searchParams.get('as');
  const view = views.find((name) => name === wanted) ?? 'desktop';
  return {
    id: newsletter.id,
    subject: newsletter.subject,
    view,
    hasUnsaved: isDraft && (await findDraft(actor, newsletterDraftPlace(newsletter.id))) !== null,
    content: view === 'text' ? text : html,
    title: translateIn(context.get(languageContext))('newsletter.preview'),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = { path: '/administration/newsletters', noIndex: true };
  return loaderData ? siteMeta(matches, { title: loaderData.title, ...page }) : [];
}

/** The mail as it will arrive, in a frame in which nothing can run or be loaded. */
export default function NewsletterPreview({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const { id, subject, view, content, hasUnsaved } = loaderData;
  return (
    <div className={classes.wide}>
      <p>
        <Link to={`/administration/newsletters/${id}`}>{subject}</Link>
      </p>
      <h1>{t('newsletter.preview')}</h1>
      {hasUnsaved && <p className={classes.summary}>{t('newsletter.unsaved')}</p>}
      <nav className={classes.tabs} aria-label={t('newsletter.preview')}>
        {views.map((name) => (
          <Link key={name} to={`?as=${name}`} aria-current={name === view ? 'page' : undefined}>
            {t(`newsletter.view.${name}`)}
          </Link>
        ))}
      </nav>
      {view === 'text' ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by the keyboard
        <pre className={own.text} tabIndex={0}>
          {content}
        </pre>
      ) : (
        <iframe
          className={view === 'mobile' ? `${own.frame} ${own.narrow}` : own.frame}
          title={t('newsletter.preview')}
          sandbox=""
          srcDoc={content}
        />
      )}
    </div>
  );
}
