import { useMemo } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import { ConfirmSelected } from '~/ui/data-table/confirm-selected';
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
  const rows = useMemo(
    () => asked.map(({ key, ...draft }) => ({ key, name: <Named {...draft} /> })),
    [asked],
  );
  const count = asked.length;
  return (
    <ConfirmSelected
      title={t('content.delete-drafts-sure', { count })}
      text={t('content.delete-drafts-text', { count })}
      rows={rows}
      back={t('content.delete-drafts-back')}
    >
      <Button variant="danger" name="intent" value="delete">
        {t('content.delete-drafts-submit', { count })}
      </Button>
    </ConfirmSelected>
  );
}

type NamedProps = { title: string; language: string; leavesMenu: boolean };

function Named({ title, language, leavesMenu }: NamedProps) {
  const t = useTranslate();
  return (
    <>
      <span lang={language}>{title}</span>
      {leavesMenu && <p>{t('content.leaves-menu')}</p>}
    </>
  );
}
