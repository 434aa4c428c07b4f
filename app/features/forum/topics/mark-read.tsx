import { useEffect } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';

const pause = 500;

/**
 * Remembers which comments have been on the screen, for the marks of what is unread; while the page
 * is in a tab that nobody looks at, nothing is. Nothing on the page depends on it, nor on its
 * success.
 * @param comments those on the page; the same list as long as they are the same
 * @param alreadyRead the position up to which the server knows it
 */
export function useMarkRead(
  topicId: string,
  comments: readonly { id: string; position: number }[],
  alreadyRead: number,
): void {
  useEffect(() => {
    const positions = new Map(comments.map(({ id, position }) => [`comment-${id}`, position]));
    let seen = alreadyRead;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let told = alreadyRead;
    const tell = () => {
      clearTimeout(timer);
      timer = undefined;
      if (seen <= told) return;
      told = seen;
      void fetch(`/forum/topic/${topicId}/read`, {
        method: 'POST',
        body: new URLSearchParams({ intent: 'read', position: String(seen) }),
        redirect: 'manual',
        keepalive: true,
      }).catch(() => undefined);
    };
    const observer = new IntersectionObserver((entries) => {
      if (document.visibilityState !== 'visible') return;
      const onScreen = entries.filter(({ isIntersecting }) => isIntersecting);
      seen = Math.max(seen, ...onScreen.map(({ target }) => positions.get(target.id) ?? 0));
      if (seen > told) timer ??= setTimeout(tell, pause);
    });
    // Observed anew, what is on the screen is reported again.
    const look = () => {
      observer.disconnect();
      if (document.visibilityState !== 'visible') return;
      for (const [id, position] of positions) {
        const element = position > seen ? document.getElementById(id) : null;
        if (element) observer.observe(element);
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
      tell();
    };
  }, [topicId, comments, alreadyRead]);
}

type MarkReadFormProps = {
  /** The last comment on the page. */
  last: { position: number } | undefined;
  /** The position up to which the server knows it. */
  alreadyRead: number;
};

/** Where no script tells what has been on the screen, the reader does. */
export function MarkReadForm({ last, alreadyRead }: MarkReadFormProps) {
  const t = useTranslate();
  if (!last || last.position <= alreadyRead) return null;
  return (
    <noscript>
      <form method="post" data-no-print>
        <input type="hidden" name="intent" value="read" />
        <input type="hidden" name="position" value={last.position} />
        <Button>{t('forum.mark-read')}</Button>
      </form>
    </noscript>
  );
}
