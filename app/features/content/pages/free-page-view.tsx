import { PageLanguageNotice } from '~/features/content/reading/article-footer';
import { useLangOf } from '~/i18n/translation-context';
import type { SectionedText } from '~/rich-text/rendered-text';
import reading from '~/ui/reading.module.css';
import { RawHtml } from '~/ui/rich-text/raw-html';
import { headingSections, SectionIndex } from '~/ui/section-index/section-index';

type FreePageProps = {
  page: {
    title: string;
    slug: string;
    language: string;
    languages: readonly string[];
  } & SectionedText;
};

/** A page that the association has added. */
export function FreePageView({ page }: FreePageProps) {
  const foreign = useLangOf()(page.language);
  return (
    <article className={reading.page}>
      <h1 lang={foreign}>{page.title}</h1>
      <PageLanguageNotice {...page} />
      <div className={reading.columns}>
        <aside className={reading.aside}>
          <SectionIndex sections={headingSections(page.headings)} lang={foreign} />
        </aside>
        <div className={reading.main} lang={foreign}>
          <RawHtml html={page.html} />
        </div>
      </div>
    </article>
  );
}
