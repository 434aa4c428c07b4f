import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { cardOf, type DecisionCard } from './decision-card';

/** How long the pointer may take from the link to the card. */
const patience = 250;

type Place = { left: string; top: string };
type Shown = { link: HTMLElement; card: DecisionCard; place: Place };

/**
 * The card of the link under the pointer or the focus (WCAG 2.2, 1.4.13): it stays while the pointer is
 * on the link or on the card, and Escape closes it without moving either.
 * @param around what the card is placed in
 */
export function useDecisionCard(around: RefObject<HTMLElement | null>) {
  const id = useId();
  const [shown, setShown] = useState<Shown | null>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = () => clearTimeout(closing.current);
  const leave = () => {
    stay();
    // The focus keeps what it has opened, wherever the pointer rests.
    const unlessFocused = (now: Shown | null) =>
      now?.link === document.activeElement ? now : null;
    closing.current = setTimeout(() => setShown(unlessFocused), patience);
  };
  const open = (target: EventTarget) => {
    const link = linkOf(target);
    const card = link && cardOf(link);
    if (!link || !card || !around.current) return false;
    stay();
    setShown({ link, card, place: placeOf(link, around.current) });
    return true;
  };
  useEffect(() => {
    if (!shown) return;
    const { link } = shown;
    link.setAttribute('aria-describedby', id);
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setShown(null);
    document.addEventListener('keydown', onKey);
    return () => {
      link.removeAttribute('aria-describedby');
      document.removeEventListener('keydown', onKey);
    };
  }, [shown, id]);
  useEffect(() => () => clearTimeout(closing.current), []);
  const handlers = {
    onPointerOver: ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return;
      const isOnCard = target instanceof Element && target.closest('[role="tooltip"]');
      if (isOnCard) stay();
      else if (!open(target)) leave();
    },
    onPointerLeave: leave,
    onFocus: ({ target }: FocusEvent) => void open(target),
    onBlur: () => setShown(null),
  };
  return { shown, id, handlers };
}

const linkOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('a[href^="/decisions/"]') : null;

/** Below the link, within the width of what is around it; the card is as wide as in its styles. */
function placeOf(link: HTMLElement, around: HTMLElement): Place {
  const outer = around.getBoundingClientRect();
  const lines = [...link.getClientRects()];
  const left = (lines[0]?.left ?? outer.left) - outer.left;
  const top = (lines.at(-1)?.bottom ?? outer.bottom) - outer.top;
  return { left: `min(${left}px, 100% - min(22rem, 100%))`, top: `${top}px` };
}
