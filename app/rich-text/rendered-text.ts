import { z } from 'zod';

/** Markup that the renderer of rich texts has made; nothing else gets this type. */
export const checkedHtml = z.string().brand<'CheckedHtml'>();
export type CheckedHtml = z.output<typeof checkedHtml>;

/**
 * What was made of a rich text when it was written, as it stands beside it. Believed only where the
 * seal fits (features/writing/rendered-texts): the rich text is the source.
 */
export type RenderedText = {
  /** Of the renderer. */
  version: string;
  /** What stands before the first heading, and the rest. */
  lead: string;
  rest: string;
  seal: string;
};

/** A text that begins with the list of its sections. */
export type SectionedText = { html: CheckedHtml; headings: string[] };

/** A text whose beginning, before the first heading, stands apart; `rest` is null without one. */
export type SplitText = { lead: CheckedHtml; rest: CheckedHtml | null };
