import { BoardList } from '~/features/content/board/board-list';
import { PageLanguageNotice } from '~/features/content/reading/article-footer';
import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatBytes } from '~/lib/format/format-number';
import { publicFilePath } from '~/lib/addresses/public-path';
import type { SectionedText } from '~/rich-text/rendered-text';
import reading from '~/ui/reading.module.css';
import { RawHtml } from '~/ui/rich-text/raw-html';
import { headingSections, SectionIndex } from '~/ui/section-index/section-index';

type AboutViewProps = {
  page: { title: string; language: string; languages: readonly string[] } & SectionedText;
  board: Parameters<typeof BoardList>[0]['board'];
  files: PageFilesProps['files'];
  /** The secret of a preview, while the page is not public. */
  preview?: string;
};

/** The page about the association, with its board and its files. */
export function AboutView({ page, board, files, preview }: AboutViewProps) {
  const foreign = useLangOf()(page.language);
  return (
    <article className={reading.page}>
      <h1 lang={foreign}>{page.title}</h1>
      <PageLanguageNotice slug="about" {...page} />
      <div className={reading.columns}>
        <aside className={reading.aside}>
          <SectionIndex sections={headingSections(page.headings)} lang={foreign} />
          <PageFiles files={files} preview={preview} />
        </aside>
        <div className={reading.main} lang={foreign}>
          <RawHtml html={page.html} />
        </div>
      </div>
      <BoardList board={board} preview={preview} />
    </article>
  );
}

type PageFilesProps = {
  files: { id: string; title: string; fileName: string; bytes: number }[];
  preview?: string;
};

function PageFiles({ files, preview }: PageFilesProps) {
  const t = useTranslate();
  const language = useLanguage();
  if (files.length === 0) return null;
  return (
    <section className={reading.section} aria-labelledby="files">
      <h2 id="files">{t('about.files')}</h2>
      <ul className={reading.plain}>
        {files.map((file) => (
          <li key={file.id}>
            <a href={publicFilePath(file, preview)} download>
              {file.title}
            </a>{' '}
            <span className={reading.small}>(PDF, {formatBytes(file.bytes, language)})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
