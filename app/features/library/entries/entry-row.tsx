import { memo } from 'react';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatBytes } from '~/lib/format/format-number';
import { formatDate } from '~/lib/format/format-date';
import { SiteLink } from '~/ui/site-link';
import { dropTarget } from './drop-target';
import type { EntryView } from '~/features/library/intranet/entry-view';
import classes from '~/features/library/intranet/folder-page.module.css';
import { asDragged, draggedKind, type Moved } from './use-move';

type EntryRowProps = {
  entry: EntryView;
  address: string;
  isChosen: boolean;
  onToggle: (id: string, isChosen: boolean) => void;
  /** What is moved when this row is dragged: it, or the whole selection it belongs to. */
  dragged: (id: string) => Moved;
  onMove: (moved: Moved, to: string) => void;
  /** How the list is sorted and filtered, for the way back to it. */
  look: string;
};

/** One folder or document. Plain elements: there may be hundreds. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, address, isChosen, onToggle, dragged, onMove, look } = props;
  const t = useTranslate();
  const language = useLanguage();
  const about = [
    entry.about?.court,
    entry.about?.caseNumber,
    entry.about?.decidedOn && formatDate(entry.about.decidedOn, language),
  ].filter(Boolean);
  return (
    <tr
      data-chosen={isChosen || undefined}
      draggable={entry.isChangeable}
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedKind, asDragged(dragged(entry.id)));
        event.dataTransfer.effectAllowed = 'move';
      }}
      {...(entry.folder ? dropTarget(entry.id, onMove) : {})}
    >
      <td className={classes.tick}>
        <input
          type="checkbox"
          aria-label={t('intranet.choose', { name: entry.title })}
          checked={isChosen}
          onChange={(event) => onToggle(entry.id, event.currentTarget.checked)}
        />
      </td>
      <th scope="row" className={classes.nameCell}>
        <div className={classes.name}>
          <EntryIcon entry={entry} />
          <span>
            <SiteLink
              to={
                entry.folder ? `${address}/${entry.id}` : `/intranet/documents/${entry.id}${look}`
              }
              draggable={false}
            >
              {entry.title}
            </SiteLink>
            {entry.isNew && <span className={classes.mark}>{t('intranet.new')}</span>}
            {entry.isScan && <span className={classes.mark}>{t('document.scan')}</span>}
            {entry.isLanguageOff && (
              <span className={classes.mark}>{t('intranet.language-off')}</span>
            )}
            {about.length > 0 && <span className={classes.about}>{about.join(', ')}</span>}
          </span>
        </div>
      </th>
      <td data-column="kind">{t(`document.kind.${entry.kind}`)}</td>
      <td data-column="bytes">{entry.bytes === null ? '' : formatBytes(entry.bytes, language)}</td>
      <td data-column="changedAt">{formatDate(entry.changedAt, language)}</td>
      <td data-column="userName">{entry.userName ?? t('intranet.former-member')}</td>
    </tr>
  );
});

const folderIcon = 'entry-folder';
const documentIcon = 'entry-document';

function EntryIcon({ entry }: { entry: EntryView }) {
  return (
    <svg className={classes.icon} aria-hidden="true" data-folder={entry.folder}>
      <use href={`#${entry.folder ? folderIcon : documentIcon}`} />
    </svg>
  );
}

/** The drawings that the rows show, once for all of them. */
export function EntryIcons() {
  return (
    <svg width="0" height="0" className="visually-hidden" aria-hidden="true">
      <symbol id={folderIcon} viewBox="0 0 24 24">
        <path d="M3 6a2 2 0 0 1 2-2h4l2 3h8a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z" />
      </symbol>
      <symbol id={documentIcon} viewBox="0 0 24 24">
        <path d="M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM14 3v5h5M8 13h8M8 17h6" />
      </symbol>
    </svg>
  );
}
