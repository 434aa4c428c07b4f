import type { ReactNode } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import reading from '~/ui/reading.module.css';

type PublicationFactsProps = {
  state: ReactNode;
  audience: string;
  /** As readers will have it. */
  address: string;
  isPublic: boolean;
  /** What happens next, in sentences. */
  children: ReactNode;
};

/** Above the buttons that publish: state, readers, address, the way to a preview, and what happens. */
export function PublicationFacts(props: PublicationFactsProps) {
  const { state, audience, address, isPublic, children } = props;
  const t = useTranslate();
  return (
    <>
      <dl className={reading.facts}>
        <dt>{t('content.status')}</dt>
        <dd>{state}</dd>
        <dt>{t('content.audience')}</dt>
        <dd>{audience}</dd>
        <dt>{t('content.field.slug')}</dt>
        <dd>{isPublic ? <a href={address}>{address}</a> : address}</dd>
        <dt>{t('content.preview')}</dt>
        <dd>
          <a href="#previews">{t('content.preview-way')}</a>
        </dd>
      </dl>
      <p>{children}</p>
    </>
  );
}
