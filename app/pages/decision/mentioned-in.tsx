import type { Mentions } from '~/features/search/mentions/mentions.server';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import reading from '~/ui/reading.module.css';
import { SiteLink } from '~/ui/site-link';
import classes from './mentioned-in.module.css';

/** With its kind and title in the reader's language. */
type ShownMention = Omit<Mentions['mentions'][number], 'label' | 'title'> & {
  label: string;
  title: string;
};

type MentionedInProps = { identifier: string; total: number; mentions: ShownMention[] };

/** Articles, news, events, comments and documents that cite a decision, as far as the reader sees them. */
export function MentionedIn({ identifier, total, mentions }: MentionedInProps) {
  const t = useTranslate();
  if (mentions.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="mentioned-in">
      <h2 id="mentioned-in">{t('decision.mentioned-in', { count: total })}</h2>
      <ul className={classes.mentions}>
        {mentions.map((mention) => (
          <li key={`${mention.label} ${mention.key}`}>
            <Mention mention={mention} />
          </li>
        ))}
      </ul>
      {total > mentions.length && (
        <p data-no-print>
          <SiteLink to={`/search?q=${encodeURIComponent(identifier)}`}>
            {t('decision.all-mentions')}
          </SiteLink>
        </p>
      )}
    </section>
  );
}

function Mention({ mention }: { mention: ShownMention }) {
  const language = useLanguage();
  const langOf = useLangOf();
  const { address, title, label, facts, date, snippet } = mention;
  const lang = mention.language === null ? undefined : langOf(mention.language);
  return (
    <>
      <SiteLink to={address} lang={lang}>
        {title}
      </SiteLink>
      <p className={classes.facts}>
        {[label, ...facts, date && formatDate(date, language)].filter(Boolean).join(' · ')}
      </p>
      <p lang={lang}>
        {snippet.map((part, position) =>
          part.isMarked ? <mark key={position}>{part.text}</mark> : part.text,
        )}
      </p>
    </>
  );
}
