import type { TextKey } from '~/i18n/translate';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { languageName } from '~/lib/format/display-names';
import { formatDate } from '~/lib/format/format-date';
import { textAddress } from '~/site/translation-addresses';
import classes from './headline-list.module.css';
import { CardCover, type ShownCover } from '~/features/content/files/cover-figure';
import type { Headline } from './news.server';
import { SiteLink } from '~/ui/site-link';

type CoveredHeadline = Omit<Headline, 'cover'> & { cover: ShownCover };

type HeadlineListProps = {
  headlines: readonly CoveredHeadline[];
  /** Said when there is none. */
  empty: string;
  headingLevel: 2 | 3;
};

export function HeadlineList({ headlines, empty, headingLevel }: HeadlineListProps) {
  if (headlines.length === 0) return <p>{empty}</p>;
  return (
    <ul className={classes.list}>
      {headlines.map((headline) => (
        <HeadlineEntry
          key={`${headline.kind} ${headline.slug} ${headline.language}`}
          headline={headline}
          headingLevel={headingLevel}
        />
      ))}
    </ul>
  );
}

type HeadlineEntryProps = { headline: CoveredHeadline; headingLevel: 2 | 3 };

function HeadlineEntry({ headline, headingLevel }: HeadlineEntryProps) {
  const t = useTranslate();
  const language = useLanguage();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const foreign = useLangOf()(headline.language);
  const kind: TextKey =
    headline.kind === 'article' ? 'news.article' : `news.category.${headline.category}`;
  return (
    <li className={classes.headline}>
      <div>
        <p className={classes.kind}>
          <time dateTime={new Date(headline.publishAt).toISOString()}>
            {formatDate(headline.publishAt, language)}
          </time>
          {' · '}
          {t(kind)}
          {headline.pinned && ` · ${t('news.pinned')}`}
          {foreign && (
            <>
              {' · '}
              <span>{languageName(headline.language, language)}</span>
            </>
          )}
        </p>
        <Heading className={classes.title} lang={foreign}>
          <SiteLink to={textAddress(headline.kind, headline, language)}>{headline.title}</SiteLink>
        </Heading>
        <p className={classes.teaser} lang={foreign}>
          {headline.teaser}
        </p>
      </div>
      <CardCover cover={headline.cover} />
    </li>
  );
}
