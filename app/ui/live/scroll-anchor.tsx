import { Component, type ReactNode } from 'react';

type ScrollAnchorProps = {
  /** Which page it is: another one begins where the browser puts it. */
  of: string;
  children: ReactNode;
};

type AnchorPosition = { element: Element; top: number };

/** Browsers that know scroll anchoring hold the page by themselves. */
const supportsScrollAnchoring = () => CSS.supports('overflow-anchor', 'auto');

/** What the reader looks at: the field that is written in, else the first article on the screen. */
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

/** Where something is added to a page that is being read, what the reader looks at stays in place. */
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
