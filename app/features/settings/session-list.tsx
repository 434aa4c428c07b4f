import { Form } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format-date';
import { SubmitButton } from '~/ui/fields';
import classes from '~/ui/form.module.css';

export type ShownSession = {
  id: string;
  createdAt: Date;
  lastUse: Date;
  browser: string | null;
  system: string | null;
  isCurrent: boolean;
};

/** Where one is signed in, with a button to end each. */
export function SessionList({ sessions }: { sessions: ShownSession[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const nameOf = ({ browser, system }: ShownSession) =>
    browser && system
      ? t('sessions.device', { browser, system })
      : (browser ?? system ?? t('sessions.unknown'));
  return (
    <section className={classes.panel} aria-labelledby="sessions">
      <h2 id="sessions">{t('sessions.title')}</h2>
      <p>{t('sessions.intro')}</p>
      <p>{t('sessions.new-device')}</p>
      <ul className={classes.entries}>
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              <strong>{nameOf(session)}</strong>
              {session.isCurrent && ` (${t('sessions.this-one')})`}
              <br />
              {t('sessions.times', {
                since: formatDate(session.createdAt, language),
                used: formatDate(session.lastUse, language),
              })}
            </span>
            {!session.isCurrent && (
              <Form method="post">
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="sessionId" value={session.id} />
                <SubmitButton kind="quiet">{t('sessions.end')}</SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post">
          <input type="hidden" name="intent" value="end-others" />
          <SubmitButton kind="grave">{t('sessions.end-others')}</SubmitButton>
        </Form>
      )}
    </section>
  );
}
