import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import classes from '~/ui/form.module.css';
import own from '~/features/membership/review/application.module.css';

type Message = {
  id: string;
  createdAt: Date;
  kind: 'question' | 'answer' | 'decision';
  text: string;
  /** Shown to administrators only. */
  author?: string | null;
};

/** Questions, answers and the decision, in the order in which they were written. */
export function ApplicationMessages({ messages }: { messages: readonly Message[] }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <section className={classes.section} aria-labelledby="messages">
      <h2 id="messages">{t('application.messages')}</h2>
      <ol className={own.messages}>
        {messages.map((message) => (
          <li key={message.id} data-kind={message.kind}>
            <p className={own.meta}>
              {t(`application.message.${message.kind}`)}
              {message.author && `, ${message.author}`},{' '}
              {formatInstant(message.createdAt, language, siteZone)}
            </p>
            <p className={own.text}>{message.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
