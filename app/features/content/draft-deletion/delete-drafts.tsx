import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { Form } from '~/ui/form';
import form from '~/ui/form.module.css';
import { Message } from '~/ui/message';

export type DeletionAnswer = {
  /** What is deleted once it is confirmed. */
  asked?: readonly { key: string; title: string; language: string; leavesMenu: boolean }[];
  result: { deleted: number; kept: number };
};

/** What has become of the drafts that were to be deleted, or which they are. */
export function DraftDeletion({ answer }: { answer: DeletionAnswer }) {
  const t = useTranslate();
  const { asked, result } = answer;
  const { deleted, kept } = result;
  return (
    <>
      {deleted > 0 && (
        <Message
          kind="success"
          text={t('content.drafts-deleted', { count: deleted })}
          answer={answer}
        />
      )}
      {kept > 0 && (
        <Message kind="error" text={t('content.drafts-kept', { count: kept })} answer={answer} />
      )}
      {asked && <ConfirmDeletion asked={asked} />}
    </>
  );
}

function ConfirmDeletion({ asked }: { asked: NonNullable<DeletionAnswer['asked']> }) {
  const t = useTranslate();
  const { pathname, search } = useLocation();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), [asked]);
  const count = asked.length;
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={`${form.summary} ${form.section}`}
      aria-labelledby="confirm"
    >
      <h2 id="confirm">{t('content.delete-drafts-sure', { count })}</h2>
      <p>{t('content.delete-drafts-text', { count })}</p>
      <ul>
        {asked.map(({ key, title, language, leavesMenu }) => (
          <li key={key}>
            <span lang={language}>{title}</span>
            {leavesMenu && <p>{t('content.leaves-menu')}</p>}
          </li>
        ))}
      </ul>
      <Form method="post" className={form.actions}>
        {asked.map(({ key }) => (
          <input key={key} type="hidden" name="selected" value={key} />
        ))}
        <Button variant="danger" name="intent" value="delete">
          {t('content.delete-drafts-submit', { count })}
        </Button>
        <Link to={pathname + search}>{t('content.delete-drafts-back')}</Link>
      </Form>
    </section>
  );
}
