import { actorContext } from '~/actor';
import { showErrorPage } from '~/error-response.server';
import { languageContext } from '~/i18n/language.server';
import { useTranslate } from '~/i18n/translation-context';
import { useSite } from '~/site';
import { siteMeta } from '~/site-meta';
import reading from '~/ui/reading.module.css';
import { RichTextView } from '~/ui/rich-text';
import type { Route } from './+types/membership.route';
import { getPage } from './pages.server';

export async function loader({ context }: Route.LoaderArgs) {
  const language = context.get(languageContext);
  return getPage(context.get(actorContext), 'membership', language).catch(showErrorPage);
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description } = loaderData;
  return siteMeta(matches, { title, description, path: '/membership' });
}

/** Who may join and how to apply to the secretariat. */
export default function Membership({ loaderData }: Route.ComponentProps) {
  const t = useTranslate();
  const email = useSite()?.config.association.email ?? '';
  return (
    <article className={reading.page}>
      <h1>{loaderData.title}</h1>
      <RichTextView text={loaderData.body} />
      <section className={reading.box} aria-labelledby="apply">
        <h2 id="apply">{t('membership.apply')}</h2>
        <p>{t('membership.apply-how')}</p>
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      </section>
    </article>
  );
}
