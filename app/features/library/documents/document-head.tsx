import { Link } from 'react-router';
import { FolderBreadcrumb } from '~/features/library/intranet/folder-breadcrumb';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { languagesInSentence } from '~/lib/format/display-names';
import type { DocumentView } from './document-page.server';
import classes from '~/features/library/preview/preview.module.css';

const addresses = { userIntranet: '/intranet', adminIntranet: '/administration/intranet' } as const;

/** Where the document lies, its title, what can be done with it, and the ones beside it. */
export function DocumentHead({ document }: { document: DocumentView }) {
  const t = useTranslate();
  const language = useLanguage();
  const { id, title, previous, next, isChangeable, look } = document;
  const path = [...document.path, { id, title }];
  return (
    <>
      <FolderBreadcrumb
        page={{ path, collection: document.collection }}
        address={addresses[document.collection]}
        look={look}
      />
      <h1>{title}</h1>
      {document.isLanguageOff && document.language && (
        <p>
          {t('document.language-off', {
            language: languagesInSentence([document.language], language),
          })}
        </p>
      )}
      <div className={classes.acts} data-no-print>
        <a className={classes.button} href={`/intranet/documents/${id}/file`}>
          {t('document.download')}
        </a>
        {isChangeable && (
          <Link className={classes.button} to={`/intranet/documents/${id}/details`}>
            {t('document.edit')}
          </Link>
        )}
        {previous && (
          <Link to={`/intranet/documents/${previous.id}${look}`} rel="prev">
            {t('document.previous', { name: previous.title })}
          </Link>
        )}
        {next && (
          <Link to={`/intranet/documents/${next.id}${look}`} rel="next">
            {t('document.next', { name: next.title })}
          </Link>
        )}
      </div>
    </>
  );
}
