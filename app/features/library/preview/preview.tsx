import { useTranslate } from '~/i18n/translation-context';
import type { DocumentView } from '~/features/library/documents/document-page.server';
import { PdfViewer } from './pdf-viewer';
import classes from './preview.module.css';
import { Spans, WordDocument } from './word-document';

/** The document itself, as far as it can be shown safely inside the page. */
export function Preview({ document }: { document: DocumentView }) {
  const t = useTranslate();
  const { content, id, title, fileVersion } = document;
  const address = `/intranet/documents/${id}/file?version=${fileVersion}`;
  if (content.kind === 'pdf') {
    const { startQuery, textState } = document;
    return (
      <PdfViewer
        address={address}
        id={id}
        title={title}
        startQuery={startQuery}
        isScan={textState === 'none'}
      />
    );
  }
  if (content.kind === 'image')
    return <img className={classes.picture} src={address} alt={title} />;
  if (content.kind === 'text') {
    return (
      <pre className={classes.plain}>
        <Spans spans={content.spans} />
      </pre>
    );
  }
  if (content.kind === 'word') {
    return <WordDocument blocks={content.blocks} footnotes={content.footnotes} />;
  }
  return (
    <p className={classes.sheet}>
      {t(content.kind === 'unreadable' ? 'preview.unreadable' : 'preview.none')}
    </p>
  );
}
