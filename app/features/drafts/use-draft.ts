import { useCallback, useEffect, useRef, useState } from 'react';
import {
  findInTab,
  findSent,
  forgetInTab,
  isSameDraft,
  keepInTab,
  noteSent,
  type SaveResult,
  sendDraft,
  type Written,
} from './draft-saving';
import type { KeptDraft } from './draft-schemas';

export type DraftStatus = SaveResult | { kind: 'idle' } | { kind: 'saving' };

/** Where drafts are sent. */
const address = '/forum/drafts/save';
const pause = 800;
const retryPause = 4000;

/**
 * Keeps what is written: at once in this tab, and after a short pause on the server. A version
 * tells when another tab or device has written meanwhile; then nothing is overwritten.
 */
// oxlint-disable-next-line max-lines-per-function -- one protocol, read as a whole
export function useDraft(place: string, draft: KeptDraft | null) {
  const [status, setStatus] = useState<DraftStatus>({ kind: 'idle' });
  const version = useRef(draft?.version ?? 0);
  const latest = useRef<Written | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<SaveResult> | null>(null);
  const sent = useRef<Written[]>([]);
  const again = useRef<(always?: Written) => Promise<SaveResult>>(() =>
    Promise.resolve({ kind: 'offline' }),
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
      if (!written) return { kind: 'saved', version: version.current };
      latest.current = written;
      setStatus({ kind: 'saving' });
      sent.current = [...sent.current.slice(-3), written];
      noteSent(place, sent.current);
      running.current = sendDraft(address, {
        place,
        version: version.current,
        body: JSON.stringify(written.body),
        fields: written.fields,
      });
      const result = await running.current;
      running.current = null;
      // Not another tab: this one, whose last answer was lost on the way.
      const other = result.kind === 'conflict' ? result.other : null;
      if (other && sent.current.some((mine) => isSameDraft(mine, other))) {
        version.current = other.version;
        return again.current();
      }
      if (result.kind === 'saved') {
        version.current = result.version;
        if (latest.current === written) {
          latest.current = null;
          forgetInTab(place);
        }
      }
      // The browser does not learn of every connection that is back.
      if (result.kind === 'offline')
        timer.current = setTimeout(() => void again.current(), retryPause);
      setStatus(result);
      return result;
    },
    [place],
  );

  const change = useCallback(
    (written: Written) => {
      latest.current = written;
      keepInTab(place, { ...written, version: version.current });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), pause);
    },
    [place, save],
  );

  /** After a conflict: what is here goes on top of `other`, knowingly. */
  const overwrite = useCallback(
    (other: KeptDraft | null, written: Written) => {
      version.current = other?.version ?? 0;
      latest.current = written;
      return save();
    },
    [save],
  );

  /** After a conflict: what the server has is taken. */
  const take = useCallback(
    (other: KeptDraft) => {
      version.current = other.version;
      latest.current = null;
      forgetInTab(place);
      setStatus({ kind: 'saved', version: other.version });
    },
    [place],
  );

  /** Takes up what this tab kept, with the version it was written on. */
  const takeFromTab = useCallback((): KeptDraft | null => {
    const kept = findInTab(place);
    sent.current = findSent(place);
    if (kept) {
      version.current = kept.version;
      latest.current = { body: kept.body, fields: kept.fields };
    }
    return kept;
  }, [place]);

  useEffect(() => {
    const unsaved = () => {
      if (latest.current) void save();
    };
    again.current = save;
    // Leaving the page or the tab is the last moment to send what was typed just before.
    const events = ['online', 'pagehide', 'visibilitychange'];
    for (const name of events) addEventListener(name, unsaved);
    return () => {
      clearTimeout(timer.current);
      for (const name of events) removeEventListener(name, unsaved);
    };
  }, [save]);

  return { status, change, save, overwrite, take, takeFromTab };
}
