import type { ReactNode } from 'react';

import { ReplaceFile } from '~/features/library/upload-panel/replace-file';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatBytes } from '~/lib/format/format-number';
import { formatDate } from '~/lib/format/format-date';
import { languageName } from '~/lib/format/display-names';
import { judgmentOf } from '~/features/library/resources/resource-metadata';
import { Message } from '~/ui/message';
import reading from '~/ui/reading.module.css';
import { Citation } from '~/features/library/details/citation';
import type { DocumentView } from './document-page.server';
import { JudgmentFacts } from '~/features/library/details/judgment-facts';
import classes from '~/features/library/preview/preview.module.css';
import { Form } from '~/ui/form';

type VersionsProps = { document: DocumentView; answer?: { code: string } | undefined };
type DocumentFactsProps = VersionsProps & {
  /** What other areas know of it, before its versions. */
  children?: ReactNode;
};

/** What is known of a document beside its text: metadata, citation, file, versions. */
export function DocumentFacts({ document, answer, children }: DocumentFactsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const judgment = judgmentOf(document.metadata);
  return (
    <>
      {judgment && (
        <section>
          <h2>{t('document.judgment')}</h2>
          <JudgmentFacts judgment={judgment} />
          <Citation judgment={judgment} title={document.title} />
        </section>
      )}
      <section>
        <h2>{t('document.about')}</h2>
        {document.description && <p>{document.description}</p>}
        <dl className={reading.facts}>
          <Fact label={t('document.kind')}>{t(`document.kind.${document.metadata.kind}`)}</Fact>
          {document.language && (
            <Fact label={t('document.language')}>{languageName(document.language, language)}</Fact>
          )}
          {document.tags.length > 0 && (
            <Fact label={t('document.tags')}>{document.tags.join(', ')}</Fact>
          )}
          {document.author && <Fact label={t('document.author')}>{document.author}</Fact>}
          <Fact label={t('intranet.by')}>{document.userName ?? t('intranet.former-member')}</Fact>
          <Fact label={t('intranet.changed')}>{formatDate(document.changedAt, language)}</Fact>
          <Fact label={t('intranet.size')}>
            {document.extension.toUpperCase()}, {formatBytes(document.bytes, language)}
            {document.pages !== null && `, ${t('document.pages', { count: document.pages })}`}
          </Fact>
          {document.textState && (
            <Fact label={t('document.text')}>{t(`document.text.${document.textState}`)}</Fact>
          )}
        </dl>
      </section>
      {children}
      <Versions document={document} answer={answer} />
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Every file the document has had; an earlier one can be taken back. */
function Versions({ document, answer }: VersionsProps) {
  const t = useTranslate();
  const textOf = useTextOf();
  const language = useLanguage();
  const { id, versions, fileVersion, isChangeable } = document;
  return (
    <section>
      <h2>{t('document.versions')}</h2>
      {answer && <Message kind="error" text={textOf(answer.code)} answer={answer} />}
      <ol className={classes.versions} reversed>
        {versions.map((version) => (
          <li key={version.number}>
            <a href={`/intranet/documents/${id}/file?version=${version.number}`}>
              {t('document.version', { number: version.number })}
            </a>
            {version.number === fileVersion && ` (${t('document.newest')})`}
            <p>
              {formatDate(version.createdAt, language)},{' '}
              {version.userName ?? t('intranet.former-member')},{' '}
              {formatBytes(version.bytes, language)}
            </p>
            {version.note && <p>{noteOf(version.note, t)}</p>}
            {isChangeable && version.number !== fileVersion && (
              <Form method="post">
                <input type="hidden" name="intent" value="restore" />
                <input type="hidden" name="number" value={version.number} />
                <input type="hidden" name="current" value={fileVersion} />
                <button type="submit" className={classes.button}>
                  {t('document.restore')}
                  <span className="visually-hidden"> {version.number}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ol>
      {isChangeable && (
        <ReplaceFile
          document={id}
          collection={document.collection}
          longestFile={document.longestFile}
          current={fileVersion}
        />
      )}
    </section>
  );
}

/** A version that was taken back has a mark in place of a note, so that each reads it in their language. */
function noteOf(note: string, t: ReturnType<typeof useTranslate>): string {
  const number = /^↩ (\d+)$/.exec(note)?.[1];
  return number === undefined ? note : t('document.restored-note', { number });
}
