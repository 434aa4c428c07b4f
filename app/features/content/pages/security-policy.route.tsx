import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { translateIn } from '~/i18n/translations.server';
import type { CacheableHandle } from '~/answers/page-tags';
import { useSite } from '~/site/site';
import { siteMeta } from '~/site/site-meta';
import reading from '~/ui/reading.module.css';
import text from '~/ui/rich-text/rich-text.module.css';
import type { Route } from './+types/security-policy.route';

export const handle = { cache: { tags: [] } } satisfies CacheableHandle;

export function loader({ context }: Route.LoaderArgs) {
  const t = translateIn(context.get(languageContext));
  return { title: t('security-policy.title'), description: t('security-policy.description') };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData ? siteMeta(matches, { ...loaderData, path: '/security-policy' }) : [];
}

/** The policy that security.txt names (RFC 9116 section 2.5.7). */
export default function SecurityPolicy({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const email = useSite()?.config.association.email;
  return (
    <article className={reading.page}>
      <h1>{loaderData.title}</h1>
      <div className={text.text}>
        <p>{t('security-policy.intro')}</p>
        {email && (
          <p>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
        )}
        <h2>{t('security-policy.write-title')}</h2>
        <p>{t('security-policy.write')}</p>
        <h2>{t('security-policy.expect-title')}</h2>
        <p>{t('security-policy.expect')}</p>
        <h2>{t('security-policy.ask-title')}</h2>
        <p>{t('security-policy.ask')}</p>
      </div>
    </article>
  );
}
