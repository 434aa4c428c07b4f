import type { TextKey } from '~/i18n/translate';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format-date';
import type { PackedRows } from '~/lib/packed-rows';
import { textAddress } from '~/lib/translation-addresses';
import { MadeList } from '~/ui/made-list';
import classes from './headline-list.module.css';
import type { Headline } from './news.server';
import { SiteLink } from '~/ui/site-link';

type HeadlineListProps = {
  /** Packed headlines. */
  from: PackedRows;
  /** Said when there is none. */
  empty: string;
  headingLevel: 2 | 3;
};

export function HeadlineList({ from, empty, headingLevel }: HeadlineListProps) {
  return (
    <MadeList
      as="ul"
      name={`headlines ${headingLevel}`}
      from={from}
      empty={empty}
      className={classes.list}
    >
      {(headline: Headline) => (
        <HeadlineEntry
          key={`${headline.kind} ${headline.slug} ${headline.language}`}
          headline={headline}
          headingLevel={headingLevel}
        />
      )}
    </MadeList>
  );
}

function HeadlineEntry({ headline, headingLevel }: { headline: Headline; headingLevel: 2 | 3 }) {
  const t = useTranslate();
  const language = useLanguage();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  const foreign = useLangOf()(headline.language);
  const kind: TextKey =
    headline.kind === 'article' ? 'news.article' : `news.category.${headline.category}`;
  return (
    <li className={classes.headline}>
      <p className={classes.kind}>
        <time dateTime={new Date(headline.publishAt).toISOString()}>
          {formatDate(headline.publishAt, language)}
        </time>
        {' · '}
        {t(kind)}
        {headline.pinned && ` · ${t('news.pinned')}`}
      </p>
      <Heading className={classes.title} lang={foreign}>
        <SiteLink to={textAddress(headline.kind, headline, language)}>{headline.title}</SiteLink>
      </Heading>
      <p className={classes.teaser} lang={foreign}>
        {headline.teaser}
      </p>
    </li>
  );
}
