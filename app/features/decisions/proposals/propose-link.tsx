import { useTranslate } from '~/i18n/translation-context';
import { useSite } from '~/site/site';
import { SiteLink } from '~/ui/site-link';

/** The way to propose a decision, for members. */
export function ProposeLink() {
  const t = useTranslate();
  if (!useSite()?.reader.email) return null;
  return (
    <p data-no-print>
      <SiteLink to="/decisions/propose">{t('decision-proposal.title')}</SiteLink>
    </p>
  );
}
