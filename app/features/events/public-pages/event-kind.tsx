import { useTranslate } from '~/i18n/translation-context';
import type { EventOverview } from '~/features/events/events.server';
import classes from './event-list.module.css';

type Kind = Pick<EventOverview, 'title' | 'type' | 'visibility' | 'status'>;

/** What an event is and for whom. Left out where its title begins with the same word. */
export function EventKind({ event, className }: { event: Kind; className?: string }) {
  const t = useTranslate();
  const type = t(`events.type.${event.type}`);
  const isInTitle = event.title.toLowerCase().startsWith(type.toLowerCase());
  const said = [
    !isInTitle && type,
    event.visibility === 'members' && t('events.members-only'),
  ].filter(Boolean);
  const isCancelled = event.status === 'cancelled';
  if (said.length === 0 && !isCancelled) return null;
  return (
    <p className={className}>
      {said.join(' · ')}
      {said.length > 0 && isCancelled && ' · '}
      {isCancelled && <strong className={classes.cancelled}>{t('events.cancelled')}</strong>}
    </p>
  );
}
