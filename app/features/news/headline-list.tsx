import type { TextKey } from '~/i18n/translate';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format-date';
import classes from './headline-list.module.css';
import type { Headline } from './news.server';
import { SiteLink } from '~/ui/site-link';

type HeadlineListProps = { headlines: Headline[]; empty: string; headingLevel: 2 | 3 };

export function HeadlineList({ headlines, empty, headingLevel }: HeadlineListProps) {
  const t = useTranslate();
  const language = useLanguage();
  if (headlines.length === 0) return <p>{empty}</p>;
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <ul className={classes.list}>
      {headlines.map((headline) => {
        const path = headline.kind === 'article' ? 'article' : 'news';
        const foreign = headline.language === language ? undefined : headline.language;
        const kind: TextKey =
          headline.kind === 'article' ? 'news.article' : `news.category.${headline.category}`;
        return (
          <li key={`${path} ${headline.slug} ${headline.language}`} className={classes.headline}>
            <p className={classes.kind}>
              <time dateTime={new Date(headline.publishAt).toISOString()}>
                {formatDate(headline.publishAt, language)}
              </time>
              {' · '}
              {t(kind)}
              {headline.pinned && ` · ${t('news.pinned')}`}
            </p>
            <Heading className={classes.title} lang={foreign}>
              <SiteLink to={`/${path}/${headline.slug}`}>{headline.title}</SiteLink>
            </Heading>
            <p className={classes.teaser} lang={foreign}>
              {headline.teaser}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
