import { setTimeout as pause } from 'node:timers/promises';
import type { Member } from './fault-site.ts';

export type LiveListener = {
  /** @returns milliseconds from `act` to the notice of it; null when none came in time */
  hearsWithin: (milliseconds: number, act: () => Promise<unknown>) => Promise<number | null>;
  stop: () => void;
};

/** Listens to a topic as a browser does: when the line ends, it comes again. */
export const listenToTopic = (member: Member): LiveListener =>
  listen(member, `${member.topic}/live`);

/** Listens to the top of the members' library. */
export const listenToLibrary = (member: Member): LiveListener =>
  listen(member, '/intranet/live/userIntranet');

function listen({ url, cookie }: Member, path: string): LiveListener {
  const stopping = new AbortController();
  const notices: string[] = [];
  const read = async () => {
    const decoder = new TextDecoder();
    while (!stopping.signal.aborted) {
      try {
        const answer = await fetch(`${url}${path}`, {
          headers: { Cookie: cookie },
          signal: stopping.signal,
        });
        if (answer.ok && answer.body) {
          for await (const chunk of answer.body) {
            const text = decoder.decode(chunk);
            if (text.includes('data:')) notices.push(text);
          }
        }
      } catch {
        // The line is gone; a browser tries again as well.
      }
      await pause(500);
    }
  };
  void read();
  return {
    hearsWithin: async (milliseconds, act) => {
      // The line may just be coming back.
      await pause(1_000);
      const before = notices.length;
      const begun = performance.now();
      await act();
      while (notices.length === before) {
        if (performance.now() - begun > milliseconds) return null;
        await pause(10);
      }
      return performance.now() - begun;
    },
    stop: () => stopping.abort(),
  };
}
