import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { safeHref } from '~/rich-text/rich-text';
import classes from './rich-text-editor.module.css';

type LinkPanelProps = { id: string; editor: Editor; onClose: () => void };

/** Asks for the address of a link, sets it on the selected words, or takes it away. */
export function RichTextLinkPanel({ id, editor, onClose }: LinkPanelProps) {
  const t = useTranslate();
  const errorId = useId();
  const present = editor.getAttributes('link').href;
  const [address, setAddress] = useState(typeof present === 'string' ? present : '');
  const [isRefused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const apply = () => {
    const href = completed(address);
    if (!safeHref.safeParse(href).success) {
      setRefused(true);
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !present) {
      chain
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    } else chain.setLink({ href }).run();
    close();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter') return;
    // Enter would send the form around it.
    event.preventDefault();
    apply();
  };
  return (
    <div id={id} className={classes.panel} role="group" aria-label={t('editor.link')}>
      <label className={classes.address}>
        {t('editor.link-address')}
        <input
          ref={field}
          type="text"
          inputMode="url"
          value={address}
          onKeyDown={onKeyDown}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? errorId : undefined}
          onChange={(event) => {
            setAddress(event.target.value);
            setRefused(false);
          }}
        />
      </label>
      <button type="button" className={classes.action} onClick={apply}>
        {t('editor.link-set')}
      </button>
      {present && (
        <button type="button" className={classes.action} onClick={remove}>
          {t('editor.link-remove')}
        </button>
      )}
      <button type="button" className={classes.action} onClick={close}>
        {t('editor.link-cancel')}
      </button>
      {isRefused && (
        <p id={errorId} role="alert" className={classes.error}>
          {t('editor.link-refused')}
        </p>
      )}
    </div>
  );
}

/** As people write addresses: without the scheme, or a mail address. */
function completed(address: string): string {
  const text = address.trim();
  if (/^[^\s@/:]+@[^\s@/:]+\.\w+$/.test(text)) return `mailto:${text}`;
  return /^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(text) ? `https://${text}` : text;
}
