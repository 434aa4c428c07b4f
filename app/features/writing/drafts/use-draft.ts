import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RichText } from '~/rich-text/rich-text';
import { noteLostSession, onSessionBack } from '~/site/session-state';
import { useSite } from '~/site/site';
import {
  readFromSession,
  findMarks,
  removeFromSession,
  saveToSession,
  noteMarks,
  type SaveResult,
  sendDraft,
} from './draft-saving';
import { type StoredDraft, maxKnown } from './draft-schemas';
import { forgetOthers, saveBeforeSignOut } from './tab-drafts';
import { useSaveBeforeOtherForms } from './use-save-before-other-forms';

export type DraftStatus = SaveResult | { kind: 'idle' } | { kind: 'saving' };

/** Where drafts are sent. */
const address = '/forum/drafts/save';
const pause = 400;
/** Milliseconds after which a draft is saved even while typing continues. */
const longestWait = 2000;
const retryPause = 4000;

type Written = { body: RichText; fields: Record<string, string> };

/**
 * Keeps what is written: at once in this tab, and after a short pause on the server. A version
 * tells when another tab or device has written meanwhile; then nothing is overwritten.
 * @param form in which it is written
 */
// oxlint-disable-next-line max-lines-per-function -- one protocol, read as a whole
export function useDraft(
  place: string,
  draft: StoredDraft | null,
  form: RefObject<HTMLFormElement | null>,
) {
  const reader = useSite()?.reader.id ?? '';
  // Whose session ends meanwhile goes on being the one who writes.
  const [owner] = useState(reader);
  const own = useMemo(() => ({ owner, place }), [owner, place]);
  const [status, setStatus] = useState<DraftStatus>({ kind: 'idle' });
  const version = useRef(draft?.version ?? 0);
  const latest = useRef<Written | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsavedSince = useRef<number | null>(null);
  const running = useRef<Promise<SaveResult> | null>(null);
  const sending = useRef<Written | null>(null);
  const marks = useRef<string[]>([]);
  const again = useRef<(always?: Written) => Promise<SaveResult>>(() =>
    Promise.resolve({ kind: 'offline' }),
  );

  /** Sends a text; whatever becomes of the answer, this tab will know it again. */
  const transmit = useCallback(
    async (written: Written): Promise<SaveResult> => {
      const mark = crypto.randomUUID();
      const known = marks.current;
      marks.current = [...known.slice(1 - maxKnown), mark];
      noteMarks(own, marks.current);
      sending.current = written;
      const body = JSON.stringify(written.body);
      const draft = { place, version: version.current, mark, known, body, fields: written.fields };
      const result = await sendDraft(address, draft);
      if (result.kind === 'saved') {
        version.current = result.version;
        if (latest.current === written) {
          latest.current = null;
          // Not forgotten yet: the next page may have been asked for before this was saved.
          saveToSession(own, { ...written, version: result.version, isSaved: true });
        }
      }
      return result;
    },
    [own, place],
  );

  /**
   * Sends what is newest; one request at a time.
   * @param always what to send even when nothing is new: the answer says whether one is signed in
   */
  const save = useCallback(
    async (always?: Written): Promise<SaveResult> => {
      clearTimeout(timer.current);
      // Several may wait for the same request; each looks again whether it is its turn.
      while (running.current) await running.current;
      const written = latest.current ?? always;
      unsavedSince.current = null;
      if (!written) return { kind: 'saved', version: version.current };
      latest.current = written;
      setStatus({ kind: 'saving' });
      running.current = transmit(written);
      const result = await running.current;
      running.current = null;
      // Not another tab: what this one sent while it was being left has overtaken this.
      const other = result.kind === 'conflict' ? result.other : null;
      if (other?.mark && marks.current.includes(other.mark)) {
        version.current = other.version;
        return again.current();
      }
      // The browser does not learn of every connection that is back.
      if (result.kind === 'offline')
        timer.current = setTimeout(() => void again.current(), retryPause);
      if (result.kind === 'signed-out') noteLostSession();
      setStatus(result);
      return result;
    },
    [transmit],
  );

  const saveUnsaved = useCallback(
    () => (latest.current || running.current ? save() : null),
    [save],
  );
  useSaveBeforeOtherForms(form, saveUnsaved);

  const change = useCallback(
    (written: Written) => {
      latest.current = written;
      saveToSession(own, { ...written, version: version.current });
      clearTimeout(timer.current);
      unsavedSince.current ??= Date.now();
      const mostLeft = unsavedSince.current + longestWait - Date.now();
      timer.current = setTimeout(() => void save(), Math.min(pause, Math.max(0, mostLeft)));
    },
    [own, save],
  );

  /** After a conflict: what is here goes on top of `other`, knowingly. */
  const overwrite = useCallback(
    (other: StoredDraft | null, written: Written) => {
      version.current = other?.version ?? 0;
      latest.current = written;
      return save();
    },
    [save],
  );

  /** After a conflict: what the server has is taken. */
  const take = useCallback(
    (other: StoredDraft) => {
      version.current = other.version;
      latest.current = null;
      removeFromSession(own);
      setStatus({ kind: 'saved', version: other.version });
    },
    [own],
  );

  /** Takes up what this tab kept, with the version it was written on. */
  const takeFromTab = useCallback((): StoredDraft | null => {
    forgetOthers(own.owner);
    const kept = readFromSession(own);
    marks.current = findMarks(own);
    if (kept?.isSaved && kept.version <= version.current) return null;
    if (kept) {
      version.current = kept.version;
      latest.current = { body: kept.body, fields: kept.fields };
    }
    return kept;
  }, [own]);

  useEffect(() => {
    again.current = save;
    const unsaved = () => {
      if (latest.current) void save();
    };
    // Leaving the page or the tab, and the end of the form on a page that goes on, is the last moment
    // to send what was typed just before, also when something older is still on its way.
    const leave = () => {
      const isSending = running.current && sending.current === latest.current;
      if (!latest.current || isSending) return;
      if (running.current) void transmit(latest.current);
      else void save();
    };
    addEventListener('online', unsaved);
    addEventListener('pagehide', leave);
    addEventListener('visibilitychange', leave);
    const stop = saveBeforeSignOut(async () => !latest.current || (await save()).kind === 'saved');
    return () => {
      stop();
      leave();
      clearTimeout(timer.current);
      removeEventListener('online', unsaved);
      removeEventListener('pagehide', leave);
      removeEventListener('visibilitychange', leave);
    };
  }, [save, transmit]);

  useEffect(() => onSessionBack(() => void save()), [save]);

  /** What is posted is not a draft any more. */
  const forget = useCallback(() => removeFromSession(own), [own]);

  return { status, change, save, overwrite, take, takeFromTab, forget };
}
