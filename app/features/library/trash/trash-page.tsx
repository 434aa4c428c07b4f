import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useFetcher } from 'react-router';
import { useLanguage, useTextOf, useTranslate } from '~/i18n/translation-context';
import { formatBytes } from '~/lib/format/format-number';
import { formatDate } from '~/lib/format/format-date';
import { Dialog, DialogButtons } from '~/ui/dialog/dialog';
import { Button } from '~/ui/button';
import form from '~/ui/form.module.css';
import { TableScroll } from '~/ui/table-scroll';
import { useToast } from '~/ui/dialog/toasts';
import classes from '~/features/library/intranet/folder-page.module.css';
import type { TrashAnswer, TrashPageData } from './trash-page.server';
import { EmptyState } from '~/ui/empty-state';

type Thing = TrashPageData['things'][number];
type TrashPageProps = { page: TrashPageData; address: string };

/** What was thrown away, to be taken back or removed for good. */
export function TrashPage({ page, address }: TrashPageProps) {
  const t = useTranslate();
  const fetcher = useFetcher<TrashAnswer>();
  const [doomed, setDoomed] = useState<Thing | null>(null);
  useNotice(fetcher.data);
  const { things, days } = page;
  return (
    <div className={classes.page}>
      <p>
        <Link to={address}>{t('trash.back')}</Link>
      </p>
      <h1>{page.title}</h1>
      <p>{days > 0 ? t('trash.intro', { count: days }) : t('trash.off')}</p>
      {things.length === 0 ? (
        <EmptyState>{t('trash.empty')}</EmptyState>
      ) : (
        <TableScroll label={page.title}>
          <table className={form.table}>
            <thead>
              <tr>
                <th scope="col">{t('intranet.name')}</th>
                <th scope="col">{t('trash.inside')}</th>
                <th scope="col">{t('intranet.by')}</th>
                <th scope="col">{t('trash.deleted')}</th>
                {days > 0 && <th scope="col">{t('trash.gone')}</th>}
                <th scope="col">{t('trash.what')}</th>
              </tr>
            </thead>
            <tbody>
              {things.map((thing) => (
                <ThingRow key={thing.id} thing={thing} days={days} onRemove={setDoomed}>
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
                </ThingRow>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      {doomed && <RemoveDialog thing={doomed} onClose={() => setDoomed(null)} />}
    </div>
  );
}

type ThingRowProps = {
  thing: Thing;
  days: number;
  onRemove: (thing: Thing) => void;
  children: React.ReactNode;
};

function ThingRow({ thing, days, onRemove, children }: ThingRowProps) {
  const t = useTranslate();
  const language = useLanguage();
  const numbers = useNumbers(thing);
  return (
    <tr>
      <th scope="row">
        {thing.title}
        {thing.extension && `.${thing.extension}`}
      </th>
      <td>{numbers}</td>
      <td>{thing.owner ?? t('intranet.former-member')}</td>
      <td>{formatDate(thing.trashedAt, language)}</td>
      {days > 0 && <td>{formatDate(thing.goneAt, language)}</td>}
      <td>
        <div className={classes.rowActions}>
          {children}
          {thing.isRemovable && (
            <button
              type="button"
              className={classes.action}
              aria-label={t('trash.remove-what', { name: thing.title })}
              onClick={() => onRemove(thing)}
            >
              <IconTrash size={20} aria-hidden="true" />
              {t('trash.remove')}
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

/** As "3 folders, 41 documents, 120 MB". */
function useNumbers({ folders, documents, bytes }: Thing): string {
  const t = useTranslate();
  const language = useLanguage();
  const numbers = [
    folders > 0 && t('intranet.folders', { count: folders }),
    documents > 0 && t('intranet.documents', { count: documents }),
    bytes > 0 && formatBytes(bytes, language),
  ];
  return numbers.filter(Boolean).join(', ');
}

/** Names what goes for good and says in exact numbers what goes with it. */
function RemoveDialog({ thing, onClose }: { thing: Thing; onClose: () => void }) {
  const t = useTranslate();
  const textOf = useTextOf();
  const fetcher = useFetcher<TrashAnswer>();
  const numbers = useNumbers(thing);
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
