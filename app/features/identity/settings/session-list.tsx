import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { Button } from '~/ui/button';
import classes from '~/ui/form.module.css';
import { Form } from '~/ui/form';

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
                <Button>{t('sessions.end')}</Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post">
          <input type="hidden" name="intent" value="end-others" />
          <Button variant="danger">{t('sessions.end-others')}</Button>
        </Form>
      )}
    </section>
  );
}
