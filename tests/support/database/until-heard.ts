import type { PageTag } from '~/answers/page-tags';
import { subscribe } from '~/platform/live.server';
import { pageTopic } from '~/platform/page-invalidation.server';

/** Does what changes public pages, and waits until this process has heard of it. */
export const untilHeard = (tag: PageTag, change: () => Promise<unknown>): Promise<void> =>
  untilTold(pageTopic(tag), change);

/** Does what is announced under `topic`, and waits until this process has heard of it. */
export async function untilTold(topic: string, change: () => Promise<unknown>): Promise<void> {
  const heard = new Promise<void>((resolve) => {
    const stop = subscribe([topic], () => {
      stop();
      resolve();
    });
  });
  await change();
  await heard;
}
