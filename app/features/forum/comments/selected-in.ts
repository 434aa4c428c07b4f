/**
 * The selected words that belong to an element: a selection drawn from above it, or on beyond it, is
 * narrowed to it, on the screen too. Empty when nothing of it is selected.
 */
export function selectedIn(element: Element | null): string {
  const selection = getSelection();
  if (!element || !selection || selection.rangeCount === 0) return '';
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(element)) return '';
  const whole = document.createRange();
  whole.selectNodeContents(element);
  if (range.compareBoundaryPoints(Range.START_TO_START, whole) < 0) {
    range.setStart(whole.startContainer, whole.startOffset);
  }
  if (range.compareBoundaryPoints(Range.END_TO_END, whole) > 0) {
    range.setEnd(whole.endContainer, whole.endOffset);
  }
  // The selection, unlike a range, puts line breaks between blocks, as the words of a comment have.
  return selection.toString().trim();
}
