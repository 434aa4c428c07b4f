import { PageLanguageNotice } from '~/features/content/reading/article-footer';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import type { SectionedText } from '~/rich-text/rendered-text';
import reading from '~/ui/reading.module.css';
import { RawHtml } from '~/ui/rich-text/raw-html';
import { SiteLink } from '~/ui/site-link';
import { headingSections, SectionIndex } from '~/ui/section-index/section-index';

type LegalVersion = { number: number; publishedAt: Date; effectiveOn: string | null };

type LegalTextProps = SectionedText & {
  title: string;
  effectiveOn: string | null;
  language: string;
  slug: string;
  /** The languages in which the text in force is public. */
  languages?: readonly string[];
  /** The public address of the text in force. */
  path?: string;
  /** The versions that were or are in force, newest first. */
  versions?: LegalVersion[];
  /** Set on the page of an earlier version. */
  until?: { publishedAt: Date };
};

/** A legal text with the date from which it holds, and its earlier versions. */
export function LegalText(props: LegalTextProps) {
  const { title, effectiveOn, html, headings, language: written, slug, languages = [] } = props;
  const { path, versions = [], until } = props;
  const t = useTranslate();
  const language = useLanguage();
  const foreign = useLangOf()(written);
  return (
    <article className={reading.page}>
      <header className={reading.head}>
        <h1 lang={foreign}>{title}</h1>
        {effectiveOn && (
          <p className={reading.kind}>
            {t('legal.effective', { date: formatDate(effectiveOn, language) })}
          </p>
        )}
        {until && path && (
          <p className={reading.kind}>
            {t('legal.earlier', { date: formatDate(until.publishedAt, language) })}{' '}
            <SiteLink to={path}>{t('legal.in-force')}</SiteLink>
          </p>
        )}
      </header>
      <PageLanguageNotice slug={slug} language={written} languages={languages} />
      <div className={reading.columns}>
        <aside className={reading.aside}>
          <SectionIndex sections={headingSections(headings)} lang={foreign} />
          {path && <EarlierVersions path={path} versions={versions} />}
        </aside>
        <div className={reading.main} lang={foreign}>
          <RawHtml html={html} />
        </div>
      </div>
    </article>
  );
}

function EarlierVersions({ path, versions }: { path: string; versions: LegalVersion[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const earlier = versions.slice(1);
  if (earlier.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="versions">
      <h2 id="versions">{t('legal.versions')}</h2>
      <ul className={reading.plain}>
        {earlier.map((version) => (
          <li key={version.number}>
            <SiteLink to={`${path}/${version.number}`}>
              {t('legal.version-of', {
                date: formatDate(version.effectiveOn ?? version.publishedAt, language),
              })}
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
