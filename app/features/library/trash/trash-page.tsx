import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useFetcher } from 'react-router';
import type { Translate } from '~/i18n/translate';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatDate } from '~/lib/format/format-date';
import { Dialog, DialogButtons } from '~/ui/dialog/dialog';
import { Button } from '~/ui/button';
import { type Column, DataTable } from '~/ui/data-table/data-table';
import { useToast } from '~/ui/dialog/toasts';
import classes from '~/features/library/intranet/folder-page.module.css';
import type { TrashAnswer, TrashPageData, TrashSelection } from './trash-page.server';
import { EmptyState } from '~/ui/empty-state';
import { TrashContents, useContents } from './trash-contents';
import { trashKey } from './trash-key';
import { SelectionAnswer } from './trash-selection';

type Thing = TrashPageData['things'][number];
type TrashPageProps = {
  page: TrashPageData;
  address: string;
  answer: TrashAnswer | { selection: TrashSelection } | undefined;
};

/** What was thrown away, to be taken back or removed for good. */
export function TrashPage({ page, address, answer }: TrashPageProps) {
  const t = useTranslate();
  const language = useLanguage();
  const fetcher = useFetcher<TrashAnswer>();
  const [doomed, setDoomed] = useState<Thing | null>(null);
  useNotice(fetcher.data);
  const { title, things, days } = page;
  const columns = columnsOf({ t, language, days }, (thing) => (
    <div className={classes.rowActions}>
      <fetcher.Form method="post">
        <input type="hidden" name="id" value={thing.id} />
        <button
          type="submit"
          name="intent"
          value="restore"
          className={classes.action}
          aria-label={t('trash.restore-what', { name: thing.title })}
        >
          <IconArrowBackUp size={20} aria-hidden="true" />
          {t('trash.restore')}
        </button>
      </fetcher.Form>
      {thing.isRemovable && <RemoveButton thing={thing} onRemove={setDoomed} />}
    </div>
  ));
  return (
    <div className={classes.page}>
      <p>
        <Link to={address}>{t('trash.back')}</Link>
      </p>
      <h1>{title}</h1>
      {answer && 'selection' in answer && <SelectionAnswer answer={answer.selection} />}
      <p>{days > 0 ? t('trash.intro', { count: days }) : t('trash.off')}</p>
      {things.length === 0 ? (
        <EmptyState>{t('trash.empty')}</EmptyState>
      ) : (
        <DataTable
          title={title}
          columns={columns}
          rows={things}
          rowKey={trashKey}
          older={null}
          bulk={{ rowName: (thing) => thing.title, actions: <SelectionButtons /> }}
        />
      )}
      {doomed && <RemoveDialog thing={doomed} onClose={() => setDoomed(null)} />}
    </div>
  );
}

function SelectionButtons() {
  const t = useTranslate();
  return (
    <>
      <Button variant="secondary" name="intent" value="restore-selected">
        {t('trash.restore-selected')}
      </Button>
      <Button variant="secondary" name="intent" value="ask-remove">
        {t('trash.remove-selected')}
      </Button>
    </>
  );
}

type Shown = { t: Translate; language: string; days: number };

function columnsOf(
  { t, language, days }: Shown,
  actions: (thing: Thing) => ReactNode,
): Column<Thing>[] {
  const gone = {
    name: 'gone',
    heading: t('trash.gone'),
    cell: ({ goneAt }: Thing) => formatDate(goneAt, language),
  };
  return [
    {
      name: 'name',
      heading: t('intranet.name'),
      cell: ({ title, extension }) => (extension ? `${title}.${extension}` : title),
    },
    {
      name: 'inside',
      heading: t('trash.inside'),
      cell: (thing) => <TrashContents thing={thing} />,
    },
    {
      name: 'by',
      heading: t('intranet.by'),
      cell: ({ owner }) => owner ?? t('intranet.former-member'),
    },
    {
      name: 'deleted',
      heading: t('trash.deleted'),
      cell: ({ trashedAt }) => formatDate(trashedAt, language),
    },
    ...(days > 0 ? [gone] : []),
    { name: 'what', heading: t('trash.what'), cell: actions },
  ];
}

type RemoveButtonProps = { thing: Thing; onRemove: (thing: Thing) => void };

function RemoveButton({ thing, onRemove }: RemoveButtonProps) {
  const t = useTranslate();
  return (
    <button
      type="button"
      className={classes.action}
      aria-label={t('trash.remove-what', { name: thing.title })}
      onClick={() => onRemove(thing)}
    >
      <IconTrash size={20} aria-hidden="true" />
      {t('trash.remove')}
    </button>
  );
}

/** Names what goes for good and says in exact numbers what goes with it. */
function RemoveDialog({ thing, onClose }: { thing: Thing; onClose: () => void }) {
  const t = useTranslate();
  const textOf = useTextOf();
  const fetcher = useFetcher<TrashAnswer>();
  const numbers = useContents(thing);
  const answer = fetcher.data;
  useNotice(answer);
  useEffect(() => {
    if (answer?.ok && fetcher.state === 'idle') onClose();
  }, [answer, fetcher.state, onClose]);
  return (
    <Dialog title={t('trash.remove-title')} closeLabel={t('dialog.close')} onClose={onClose}>
      <div className={classes.whatGoes}>
        <p>{t('intranet.delete-what')}</p>
        <ul>
          <li>
            <strong>{thing.title}</strong>
          </li>
        </ul>
        <p>{t('intranet.delete-numbers', { numbers })}</p>
        <p>{t('intranet.delete-final')}</p>
      </div>
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={thing.id} />
        {answer?.ok === false && <p role="alert">{textOf(answer.code)}</p>}
        <DialogButtons cancel={{ label: t('dialog.cancel'), onCancel: onClose }}>
          <Button variant="primary" isBusy={fetcher.state !== 'idle'}>
            {t('trash.remove')}
          </Button>
        </DialogButtons>
      </fetcher.Form>
    </Dialog>
  );
}

/** Says what was done, by name and number, or why not. */
function useNotice(answer: TrashAnswer | undefined): void {
  const t = useTranslate();
  const textOf = useTextOf();
  const toast = useToast();
  useEffect(() => {
    if (!answer) return;
    if (!answer.ok) return toast({ kind: 'error', text: textOf(answer.code) });
    const { title: name, count } = answer;
    const text =
      answer.intent === 'remove'
        ? t('trash.removed', { name, count })
        : answer.place === null
          ? t('trash.restored-to-top', { name, count })
          : t('trash.restored', { name, count, place: answer.place });
    toast({ kind: 'success', text });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per answer
  }, [answer]);
}
