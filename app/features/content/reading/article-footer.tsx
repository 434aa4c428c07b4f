import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatBytes } from '~/lib/format/format-number';
import { formatDate } from '~/lib/format/format-date';
import { languagesInSentence, ownLanguageName } from '~/lib/format/display-names';
import reading from '~/ui/reading.module.css';
import classes from './article-footer.module.css';
import { publicFilePath, publicPath } from '~/lib/addresses/public-path';
import { textAddress } from '~/site/translation-addresses';
import { type PublicationKind } from '~/features/content/publishing/publication-kinds';
import { SiteLink } from '~/ui/site-link';

type Kind = 'news' | 'article';
type Neighbour = { slug: string; title: string; language: string; publishAt: Date };

type LanguageNoticeProps = {
  kind: PublicationKind;
  language: string;
  others: { slug: string; language: string }[];
};

/**
 * Says in the reader's language that a text is in another one, and links to its translations.
 */
export function LanguageNotice({ kind, language, others }: LanguageNoticeProps) {
  const t = useTranslate();
  const reader = useLanguage();
  const own = others.find((other) => other.language === reader);
  const isForeign = language !== reader;
  if (!isForeign && others.length === 0) return null;
  return (
    <p className={classes.languages}>
      {isForeign && !own && (
        <>{t('publication.fallback', { language: languagesInSentence([language], reader) })} </>
      )}
      {others.map((other) => (
        <SiteLink
          key={other.language}
          to={`${publicPath(kind, other.slug)}?language=${other.language}`}
          lang={other.language}
          hrefLang={other.language}
        >
          {ownLanguageName(other.language)}
        </SiteLink>
      ))}
    </p>
  );
}

/** The same without links, for a text within a page. */
export function ForeignNotice({ language }: { language: string | undefined }) {
  const t = useTranslate();
  const reader = useLanguage();
  if (!language) return null;
  return (
    <p className={reading.small}>
      {t('publication.fallback', { language: languagesInSentence([language], reader) })}
    </p>
  );
}

type PageLanguageNoticeProps = {
  kind?: 'page' | 'event-translation';
  slug: string;
  language: string;
  /** All languages in which the page is public. */
  languages: readonly string[];
};

/** The same for a page or an event, whose translations have one address. */
export function PageLanguageNotice(props: PageLanguageNoticeProps) {
  const { kind = 'page', slug, language, languages } = props;
  const others = languages.filter((other) => other !== language);
  const all = others.map((other) => ({ slug, language: other }));
  return <LanguageNotice kind={kind} language={language} others={all} />;
}

type AttachmentsProps = {
  files: { id: string; title: string; fileName: string; bytes: number }[];
  /** The secret of a preview, while the files are not public. */
  preview?: string;
};

export function Attachments({ files, preview }: AttachmentsProps) {
  const t = useTranslate();
  const language = useLanguage();
  if (files.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="attachments">
      <h2 id="attachments">{t('publication.attachments')}</h2>
      <ul className={reading.plain}>
        {files.map((file) => (
          <li key={file.id}>
            <a href={publicFilePath(file, preview)} download>
              {file.title}
            </a>{' '}
            <span className={reading.small}>
              ({file.fileName.split('.').at(-1)?.toUpperCase()}, {formatBytes(file.bytes, language)}
              )
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type FurtherReadingProps = {
  kind: Kind;
  previous: Neighbour | null;
  next: Neighbour | null;
  related: (Neighbour & { kind: Kind })[];
};

/** Related texts, and the previous and next one. */
export function FurtherReading({ kind, previous, next, related }: FurtherReadingProps) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <>
      {related.length > 0 && (
        <section className={reading.section} aria-labelledby="related" data-no-print>
          <h2 id="related">{t('publication.related')}</h2>
          <ul className={reading.plain}>
            {related.map((text) => (
              <li key={`${text.kind} ${text.slug} ${text.language}`}>
                <SiteLink to={textAddress(text.kind, text, language)} lang={text.language}>
                  {text.title}
                </SiteLink>
                <br />
                <span className={reading.small}>{formatDate(text.publishAt, language)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {(previous || next) && (
        <nav className={classes.neighbours} aria-label={t('publication.neighbours')}>
          {previous && (
            <SiteLink to={textAddress(kind, previous, language)} rel="prev">
              <span>{t('publication.previous')}</span>
              <span lang={previous.language}>{previous.title}</span>
            </SiteLink>
          )}
          {next && (
            <SiteLink to={textAddress(kind, next, language)} rel="next" className={classes.next}>
              <span>{t('publication.next')}</span>
              <span lang={next.language}>{next.title}</span>
            </SiteLink>
          )}
        </nav>
      )}
    </>
  );
}
