import type { RegistrationNow as State } from '~/features/events/registrations/registration-state';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { StatusPill, type Tone } from '~/ui/status-pill';
import classes from './event-list.module.css';

const tones: Record<State['state'], Tone> = {
  external: 'neutral',
  'not-yet': 'neutral',
  open: 'right',
  few: 'attention',
  'on-site': 'attention',
  online: 'attention',
  'waiting-list': 'attention',
  full: 'neutral',
  closed: 'neutral',
};

/** How an event can be registered for at this moment, and until when. */
export function RegistrationNow({ now }: { now: State }) {
  const t = useTranslate();
  const language = useLanguage();
  const { state, free } = now;
  const date = now.date && formatDate(now.date.slice(0, 10), language);
  const said =
    state === 'not-yet' && date
      ? t('registration.now.opens', { date })
      : (state === 'open' || state === 'few') && free !== null
        ? t('registration.now.places', { count: free })
        : t(`registration.now.${state}`);
  return (
    <p className={classes.now}>
      <StatusPill tone={tones[state]}>{said}</StatusPill>
      {state !== 'not-yet' && date && <span>{t('registration.now.until', { date })}</span>}
    </p>
  );
}
