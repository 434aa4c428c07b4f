import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { safeHref } from '~/rich-text/rich-text';
import classes from '../rich-text-editor.module.css';
import { RichTextPanel, usePanel } from './rich-text-panel';

type LinkPanelProps = { id: string; editor: Editor; onClose: () => void };

/** Asks for the address of a link, sets it on the selected words, or takes it away. */
export function RichTextLinkPanel({ id, editor, onClose }: LinkPanelProps) {
  const t = useTranslate();
  const present = editor.getAttributes('link').href;
  const [address, setAddress] = useState(typeof present === 'string' ? present : '');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const apply = () => {
    const href = completed(address);
    if (!safeHref.safeParse(href).success) return false;
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !present) {
      chain
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    } else chain.setLink({ href }).run();
    return true;
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  const panel = usePanel({ editor, onClose, onSubmit: apply });
  const removal = present && (
    <button type="button" className={classes.action} onClick={remove}>
      {t('editor.link-remove')}
    </button>
  );
  return (
    <RichTextPanel
      id={id}
      label={t('editor.link')}
      panel={panel}
      submit={t('editor.link-set')}
      refusal={t('editor.link-refused')}
      more={removal}
    >
      <label className={classes.address}>
        {t('editor.link-address')}
        <input
          {...panel.field}
          ref={field}
          type="text"
          inputMode="url"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </label>
    </RichTextPanel>
  );
}

/** As people write addresses: without the scheme, or a mail address. */
function completed(address: string): string {
  const text = address.trim();
  if (/^[^\s@/:]+@[^\s@/:]+\.\w+$/.test(text)) return `mailto:${text}`;
  return /^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(text) ? `https://${text}` : text;
}
