import { isRouteErrorResponse, Link } from 'react-router';
import type { TextKey } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';
import classes from './error-page.module.css';
import { useSite } from '~/site';

const texts: Record<number, { title: TextKey; text: TextKey }> = {
  404: { title: 'not-found.title', text: 'not-found.text' },
  503: { title: 'unavailable.title', text: 'unavailable.text' },
};

/** Not found, not available, or failed: what happened, and what to do now. */
export function ErrorPage({ error }: { error: unknown }) {
  const t = useTranslate();
  const site = useSite();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { title, text } = texts[status] ?? { title: 'failed.title', text: 'failed.text' };
  return (
    <article className={classes.page}>
      <title>{`${t(title)} – ${site?.config.association.shortName ?? ''}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{t(title)}</h1>
      <p>{t(text)}</p>
      {status >= 500 && site && (
        <p className={classes.request}>{t('failed.request', { id: site.requestId })}</p>
      )}
      <p>
        <Link to="/">{t('not-found.home')}</Link>
      </p>
    </article>
  );
}
