import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { type LostSession, noteLostSession, readerNow } from '~/site/session-state';
import { watchSession } from './watch-session';

/** In milliseconds: a form that replaces or ends the session on purpose has its answer by then. */
const pause = 500;

/**
 * Notes when the session of the person who reads is lost. An end that this browser has caused
 * itself, by signing in anew or out, is none.
 * @param reader the id of the person; null for a visitor
 */
export function useSessionWatch(reader: string | null, isLost: boolean): void {
  const { state } = useNavigation();
  const isBusy = useRef(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    isBusy.current = state !== 'idle';
  }, [state]);
  const judge = useEffectEvent((now: string | null, why: LostSession) => {
    if (now === null) return noteLostSession(why);
    if (now !== reader) return location.reload();
    // It was replaced by another one, which is to be watched now.
    return setRound((before) => before + 1);
  });
  useEffect(() => {
    if (reader === null || isLost) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = async (why: LostSession) => {
      if (isBusy.current) return later(why);
      const now = await readerNow().catch(() => undefined);
      // The timer is there as long as the answer is wanted.
      if (timer === undefined) return;
      if (now === undefined || isBusy.current) return later(why);
      return judge(now, why);
    };
    const later = (why: LostSession) => {
      clearTimeout(timer);
      timer = setTimeout(() => void settle(why), pause);
    };
    const stop = watchSession((message) =>
      later(message === 'changed' ? 'error.auth/session-expired' : message.over),
    );
    return () => {
      stop();
      clearTimeout(timer);
      timer = undefined;
    };
  }, [reader, isLost, round]);
}
