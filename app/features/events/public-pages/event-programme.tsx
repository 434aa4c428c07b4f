import { useLangOf, useLanguage, useTranslate } from '~/i18n/translation-context';
import { capitalised, formatDate, formatWallDate, formatWallTime } from '~/lib/format/format-date';
import reading from '~/ui/reading.module.css';
import classes from './event-programme.module.css';
import type { LocalizedSession } from '~/features/content/reading/event-translation';

type ProgrammeProps = { sessions: readonly LocalizedSession[] };

/** The sessions day by day, in the event's own time. */
export function Programme({ sessions }: ProgrammeProps) {
  const t = useTranslate();
  const language = useLanguage();
  const langOf = useLangOf();
  if (sessions.length === 0) return null;
  const days = [...new Set(sessions.map((session) => session.startsAt.slice(0, 10)))];
  return (
    <section className={classes.programme} aria-labelledby="programme">
      <h2 id="programme">{t('events.programme')}</h2>
      {days.length > 1 && (
        <ul className={classes.days}>
          <li>
            <a href="#programme">{t('events.all-days')}</a>
          </li>
          {days.map((day) => (
            <li key={day}>
              <a href={`#day-${day}`}>{formatDate(day, language)}</a>
            </li>
          ))}
        </ul>
      )}
      {days.map((day) => (
        <div key={day} className={classes.day}>
          <h3 id={`day-${day}`}>
            {capitalised(formatWallDate(`${day}T00:00`, language), language)}
          </h3>
          <ol className={classes.sessions}>
            {sessions
              .filter((session) => session.startsAt.startsWith(day))
              .map((session) => (
                <li key={session.id} className={classes.session}>
                  <p className={classes.time}>
                    {formatWallTime(session.startsAt)} – {formatWallTime(session.endsAt)}
                  </p>
                  <div>
                    <p className={classes.title} lang={langOf(session.language)}>
                      {session.title}
                    </p>
                    {session.speakers.length > 0 && <p>{session.speakers.join(', ')}</p>}
                    {session.room && (
                      <p className={reading.small} lang={langOf(session.roomLanguage)}>
                        {session.room}
                      </p>
                    )}
                  </div>
                </li>
              ))}
          </ol>
        </div>
      ))}
    </section>
  );
}
