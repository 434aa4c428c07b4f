import type { ReactNode } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { CheckField } from '~/ui/fields/choices';

/** To how many a change of an event is e-mailed. */
export type Notified = {
  count: number;
  /** The event is over: only a move to the future is e-mailed. */
  isOver: boolean;
  /** Whether the e-mail may give a reason: of an event for members only it gives no details. */
  hasReason: boolean;
};

type Counted = { status: string; visibility: string; mailed: number; isOver: boolean };

/** Who is e-mailed when a public event changes; null: nobody. */
export function notifiedOf({ status, visibility, mailed, isOver }: Counted): Notified | null {
  if (status !== 'published' || mailed === 0) return null;
  return { count: mailed, isOver, hasReason: visibility === 'public' };
}

type MailNoticeProps = { notified: Notified; isQuiet?: boolean; children?: ReactNode };

/** How many people a change is e-mailed to, with what is asked of the e-mail, or that it is not sent. */
export function MailNotice({ notified, isQuiet = false, children }: MailNoticeProps) {
  const t = useTranslate();
  const { count, isOver } = notified;
  return (
    <>
      <p>{t(isOver ? 'event-editor.mailed-over' : 'event-editor.mailed', { count })}</p>
      {children}
      <CheckField name="quiet" label={t('event-editor.quiet')} defaultChecked={isQuiet} />
    </>
  );
}
