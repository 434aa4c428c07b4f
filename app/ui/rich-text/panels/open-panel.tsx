import type { Editor } from '@tiptap/core';
import { RichTextLinkPanel } from './rich-text-link-panel';
import { RichTextPicturePanel } from './rich-text-picture-panel';
import { RichTextTablePanel } from './rich-text-table-panel';

/** What is asked for below the toolbar; a file is a picture that was pasted or dropped. */
export type AskedFor = 'link' | 'table' | 'picture' | File | null;

type OpenPanelProps = { asked: AskedFor; id: string; editor: Editor; onClose: () => void };

export function OpenPanel({ asked, ...panel }: OpenPanelProps) {
  switch (asked) {
    case null:
      return null;
    case 'link':
      return <RichTextLinkPanel {...panel} />;
    case 'table':
      return <RichTextTablePanel {...panel} />;
    case 'picture':
      return <RichTextPicturePanel {...panel} />;
    default:
      return <RichTextPicturePanel key={asked.name} {...panel} pasted={asked} />;
  }
}

/** Opens a panel, or closes it where it is open. */
export const toggled = (name: 'link' | 'table' | 'picture') => (open: AskedFor) => {
  const isOpen = open === name || (name === 'picture' && open instanceof File);
  return isOpen ? null : name;
};
