import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useNavigation, useSubmit } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import type { RichText } from '~/rich-text/rich-text';
import { gatherRows } from '~/lib/forms/form';
import form from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import fields from '~/ui/fields/fields.module.css';
import { RichTextField } from '~/ui/rich-text/rich-text-field';
import type { TakeFootnotes } from '~/ui/rich-text/paste-rich-text';
import type { RichTextHandle } from '~/ui/rich-text/rich-text-editor';
import { type StoredDraft, longestField } from './draft-schemas';
import { type Differing, DraftConflict } from './draft-conflict';
import classes from './writing-form.module.css';
import { type DraftStatus, useDraft } from './use-draft';
import { Form } from '~/ui/form';

type WritingFormProps = {
  place: string;
  draft: StoredDraft | null;
  /** What is edited, where there is no draft of it. */
  start?: RichText;
  /** The version of what is edited: a draft keeps the one it began with, as its field `base`. */
  base?: string;
  /** The writer has seen the present version and continues from it. */
  hasSeenNewer?: boolean;
  /** Of the text; absent: there are fields only. */
  label?: string;
  /** Where there are fields only: those that are written in. */
  written?: readonly string[];
  hint?: string;
  bodyError?: string;
  /** Of the text, where a summary of errors leads to it. */
  bodyId?: string;
  /** What was typed where scripts do not run, after a refusal. */
  typed?: string;
  /** Absent: nothing is taken there any more, and what was written can only be kept. */
  submitLabel?: string;
  /** Replaces the usual notice that a draft is kept, where the edited text is itself called a draft. */
  keptText?: string;
  hasHeadings?: boolean;
  hasTables?: boolean;
  hasPictures?: boolean;
  /** Where there is a list of footnotes beside the text. */
  onFootnotes?: TakeFootnotes;
  /** Longer than a window: then the buttons stay in sight. */
  isLong?: boolean;
  /** Further buttons that send the form, each with its name and value. */
  otherActions?: ReactNode;
  /** The other fields, with what the draft says of them. */
  children?: (kept: Record<string, string>) => ReactNode;
  /** Fields below the text. */
  below?: (kept: Record<string, string>) => ReactNode;
  after?: (insert: (text: string) => void) => ReactNode;
};

const empty: RichText = { type: 'doc', content: [] };

/** The other fields of the form, for the draft; secrets and ids stay out. */
function otherFields(element: HTMLFormElement | null): Record<string, string> {
  const kept = gatherRows(
    [...new FormData(element ?? undefined)].filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' &&
        !/^(body|bodyFormat|bodyStart|id|intent|version)$/.test(entry[0]),
    ),
  );
  const values: Record<string, string> = {};
  // Several boxes of one name travel as one text.
  for (const [name, value] of kept) {
    values[name] = name in values ? `${values[name]},${value}` : value.slice(0, longestField);
  }
  const { base } = element?.dataset ?? {};
  return base === undefined ? values : { ...values, base };
}

/** The fields that differ between draft and form, by label. */
function differingFields(element: HTMLFormElement | null, other: StoredDraft | null): Differing[] {
  const mine = otherFields(element);
  return Object.entries(other?.fields ?? {}).flatMap(([name, text]) => {
    const named = element?.elements.namedItem(name);
    const control = named instanceof RadioNodeList ? named[0] : named;
    const isWritten = control instanceof HTMLTextAreaElement || isLine(control);
    const label = isWritten && labelOf(control);
    return label && text !== (mine[name] ?? '') ? [{ label, text }] : [];
  });
}

/** A field that is one of several has theirs. */
const labelOf = (control: HTMLInputElement | HTMLTextAreaElement) =>
  (control.labels?.[0] ?? control.closest('fieldset')?.querySelector('legend'))?.textContent;

const isLine = (control: unknown): control is HTMLInputElement =>
  control instanceof HTMLInputElement && !/^(hidden|checkbox|radio)$/.test(control.type);

/**
 * A form in which someone writes: nothing typed is lost by a cut connection, an ended session or
 * a second tab. Before it is sent the text is safe on the server as a draft. The router keeps what
 * it can of a page that leads to another of its kind: the form of another place is another one.
 */
export function WritingForm(props: WritingFormProps) {
  const { base, draft, hasSeenNewer } = props;
  const begunWith = hasSeenNewer ? base : (draft?.fields['base'] ?? base);
  return <FormOfPlace key={props.place} {...props} base={begunWith} />;
}

function FormOfPlace(props: WritingFormProps) {
  const { place, draft, start = empty, children, after } = props;
  const submit = useSubmit();
  const element = useRef<HTMLFormElement>(null);
  const editor = useRef<RichTextHandle>(null);
  const [kept, setKept] = useState(draft);
  const [round, setRound] = useState(0);
  const body = useRef<RichText>(draft?.body ?? start);
  const drafts = useDraft(place, draft, element);
  const { status, change, save, overwrite, take, takeFromTab, forget } = drafts;

  const hasLooked = useRef(false);
  const hasTried = useRef(false);
  const isStopped = useRef(false);
  /** What was typed before: the text, or null where it was in other fields alone. */
  const early = useRef<RichText | null | undefined>(undefined);

  const show = (next: StoredDraft) => {
    body.current = next.body;
    setKept(next);
    setRound((before) => before + 1);
  };
  const written = () => {
    isStopped.current = false;
    return { body: body.current, fields: otherFields(element.current) };
  };
  useEffect(() => {
    hasLooked.current = true;
    const fromTab = takeFromTab();
    if (!fromTab && early.current !== undefined) change(written());
    if (!fromTab) return;
    // What was typed while the page was being loaded comes after what the tab kept from before.
    const typed = early.current?.content ?? [];
    body.current = { type: 'doc', content: [...fromTab.body.content, ...typed] };
    setKept({ ...fromTab, body: body.current });
    setRound((before) => before + 1);
    change({ body: body.current, fields: fromTab.fields });
    void save();
  }, [change, save, takeFromTab]);

  const onText = (text: RichText) => {
    body.current = text;
    if (hasLooked.current) change(written());
    else early.current = text;
  };
  const send = useOnce(async (pressed: HTMLElement | null) => {
    const hasText = !props.label || body.current.content.length > 0;
    const result = await save(hasText ? written() : undefined);
    // Sent before without an answer, the text may have been taken: then its draft is gone. The
    // server takes the same form once only.
    const isPosted = result.kind === 'conflict' && !result.other && hasTried.current;
    // What is no draft may be posted, or the answer says what is wrong with it.
    const isNotKept = result.kind === 'refused' || result.kind === 'full';
    const mayGo = isPosted || result.kind === 'saved' || isNotKept;
    isStopped.current = !mayGo;
    if (!element.current || !mayGo) return;
    hasTried.current = true;
    // What the server has not kept stays in this tab; but what goes because drafts are full is
    // taken, as a rule, and then no new form is to begin with it.
    const isFull = result.kind === 'full';
    if (!isNotKept || isFull) forget();
    await submit(pressed instanceof HTMLButtonElement ? pressed : element.current);
    if (isFull && element.current) change(written());
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(event.nativeEvent.submitter);
  };
  return (
    <Form
      ref={element}
      data-base={props.base}
      method="post"
      className={form.form}
      noValidate
      onSubmit={onSubmit}
      onInput={(event) => {
        // Not the text, which tells by itself, and nothing that is not sent, such as a password.
        const { target } = event;
        if (!(target instanceof HTMLElement && target.getAttribute('name'))) return;
        // Saved before, it would be taken for what the tab has kept from another time.
        if (hasLooked.current) change(written());
        else early.current ??= null;
      }}
    >
      <div key={`fields-${round}`} className={form.form}>
        {children?.({ ...kept?.fields, ...(props.base ? { base: props.base } : {}) })}
      </div>
      {props.label && (
        <RichTextField
          key={`body-${round}`}
          ref={editor}
          id={props.bodyId}
          name="body"
          label={props.label}
          hint={props.hint}
          error={props.bodyError}
          defaultValue={kept?.body ?? start}
          defaultText={props.typed}
          hasHeadings={props.hasHeadings}
          hasTables={props.hasTables}
          hasPictures={props.hasPictures}
          onChange={onText}
          onFootnotes={props.onFootnotes}
        />
      )}
      {/* oxlint-disable-next-line react/refs -- called when something is chosen */}
      {after?.((text) => editor.current?.insert(text))}
      {props.below && (
        <div key={`below-${round}`} className={form.form}>
          {props.below(kept?.fields ?? {})}
        </div>
      )}
      {status.kind === 'conflict' && (
        <DraftConflict
          key={status.other?.version}
          other={status.other}
          fields={props.written}
          isFar={props.below !== undefined}
          wasStopped={() => isStopped.current}
          differing={() => differingFields(element.current, status.other)}
          onKeep={() => void overwrite(status.other, written())}
          onTake={(other) => {
            take(other);
            show(other);
          }}
        />
      )}
      <SendRow {...props} status={status} />
    </Form>
  );
}

/** What is asked for twice at a time is done once. */
function useOnce<Asked>(act: (asked: Asked) => Promise<void>): (asked: Asked) => Promise<void> {
  const isRunning = useRef(false);
  return async (asked) => {
    if (isRunning.current) return;
    isRunning.current = true;
    await act(asked).finally(() => (isRunning.current = false));
  };
}

type SendRowProps = Pick<
  WritingFormProps,
  'isLong' | 'submitLabel' | 'keptText' | 'otherActions'
> & {
  status: DraftStatus;
};

/** The buttons that send the form, and what has become of the draft. */
function SendRow({ isLong, submitLabel, keptText, otherActions, status }: SendRowProps) {
  // Until the page has taken the answer in: a press before that would be lost.
  const isBusy = useNavigation().formMethod === 'POST';
  const t = useTranslate();
  return (
    <div className={isLong ? `${fields.row} ${classes.bar}` : fields.row}>
      {submitLabel && (
        <Button variant="primary" isBusy={isBusy}>
          {submitLabel}
        </Button>
      )}
      {otherActions}
      <p className={fields.hint} role="status">
        {(status.kind === 'saved' && keptText) || statusText(status, t)}
      </p>
    </div>
  );
}

function statusText(status: DraftStatus, t: ReturnType<typeof useTranslate>): string {
  switch (status.kind) {
    case 'saved':
      return t('draft.saved');
    case 'offline':
      return t('draft.offline');
    case 'signed-out':
      return t('draft.signed-out');
    case 'refused':
      return t('draft.refused');
    case 'full':
      return t('draft.full');
    case 'idle':
    case 'saving':
    case 'conflict':
      return '';
  }
}
