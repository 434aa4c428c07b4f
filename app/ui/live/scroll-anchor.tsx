import { Component, type ReactNode } from 'react';

type ScrollAnchorProps = {
  /** Identifies the page: another one starts where the browser scrolls to. */
  of: string;
  children: ReactNode;
};

type AnchorPosition = { element: Element; top: number };

/** Whether the browser supports CSS scroll anchoring itself. */
const supportsScrollAnchoring = () => CSS.supports('overflow-anchor', 'auto');

/** The anchor: the focused field, else the first article on the screen. */
function findAnchor(): AnchorPosition | null {
  const field = document.activeElement?.closest('input, textarea, [contenteditable]');
  const onScreen = [...(field ? [field] : []), ...document.querySelectorAll('main article')].find(
    (element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    },
  );
  return onScreen ? { element: onScreen, top: onScreen.getBoundingClientRect().top } : null;
}

/** Keeps the reading position when content is added to the page, as CSS scroll anchoring does. */
export class ScrollAnchor extends Component<ScrollAnchorProps> {
  override getSnapshotBeforeUpdate(before: ScrollAnchorProps): AnchorPosition | null {
    return before.of === this.props.of && !supportsScrollAnchoring() ? findAnchor() : null;
  }
  override componentDidUpdate(
    _before: ScrollAnchorProps,
    _state: unknown,
    place: AnchorPosition | null,
  ) {
    if (!place?.element.isConnected) return;
    const moved = place.element.getBoundingClientRect().top - place.top;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
  }
  override render() {
    return this.props.children;
  }
}
