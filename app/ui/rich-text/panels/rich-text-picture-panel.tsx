import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import type { TextKey } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';
import { pictureLimits } from '~/rich-text/pictures';
import { pictureChosen, putPicture } from '~/ui/rich-text/figures/picture-node';
import { sendPicture } from '~/ui/rich-text/figures/send-picture';
import classes from '../rich-text-editor.module.css';
import { RichTextPanel, usePanel } from './rich-text-panel';

type PicturePanelProps = {
  id: string;
  editor: Editor;
  /** One that was pasted or dropped. */
  pasted?: File;
  onClose: () => void;
};

/** Asks for a picture and its words, and puts it into the text; or changes the chosen one. */
export function RichTextPicturePanel({ id, editor, pasted, onClose }: PicturePanelProps) {
  const t = useTranslate();
  const [chosen] = useState(() => (pasted ? null : pictureChosen(editor)));
  const [words, setWords] = useState({ alt: chosen?.alt ?? '', caption: chosen?.caption ?? '' });
  const [refusal, setRefusal] = useState<TextKey>('form.choose-file');
  const file = useRef<HTMLInputElement>(null);
  const alt = useRef<HTMLInputElement>(null);
  useEffect(() => (pasted || chosen ? alt : file).current?.focus(), [pasted, chosen]);
  const refuse = (why: TextKey) => {
    setRefusal(why);
    return false;
  };
  const put = async () => {
    const upload = file.current?.files?.[0] ?? pasted;
    if (!upload && !chosen) return refuse('form.choose-file');
    if (words.alt.trim() === '') {
      alt.current?.focus();
      return refuse('editor.picture-alt-none');
    }
    const picture = upload ? await sendPicture(upload) : chosen;
    if (!picture) return refuse('form.choose-file');
    if (typeof picture === 'string') return refuse(`editor.picture-${picture}`);
    const { width, height } = picture;
    putPicture(editor, { id: picture.id, width, height, ...words });
    return true;
  };
  const remove = () => {
    editor.chain().focus().deleteSelection().run();
    onClose();
  };
  const panel = usePanel({ editor, onClose, onSubmit: put });
  const { onKeyDown, ...described } = panel.field;
  const removal = chosen && (
    <button type="button" className={classes.action} onClick={remove}>
      {t('editor.picture-delete')}
    </button>
  );
  return (
    <RichTextPanel
      id={id}
      label={t('editor.picture')}
      panel={panel}
      submit={t(chosen ? 'editor.picture-change' : 'editor.picture-insert')}
      refusal={t(refusal)}
      progress={t('editor.picture-sending')}
      more={removal}
    >
      <label className={classes.address}>
        {t(chosen ? 'editor.picture-other-file' : 'editor.picture-file')}
        {pasted && <span>{pasted.name}</span>}
        <input
          {...described}
          // Enter opens the list of files.
          onKeyDown={(event) => event.key === 'Escape' && onKeyDown(event)}
          ref={file}
          type="file"
          accept=".jpg,.jpeg,.png,.webp"
        />
      </label>
      {(['alt', 'caption'] as const).map((name) => (
        <label key={name} className={classes.address}>
          {t(`editor.picture-${name}`)}
          <input
            {...panel.field}
            ref={name === 'alt' ? alt : undefined}
            type="text"
            maxLength={pictureLimits[name]}
            value={words[name]}
            onChange={(event) => setWords({ ...words, [name]: event.target.value })}
          />
        </label>
      ))}
    </RichTextPanel>
  );
}
