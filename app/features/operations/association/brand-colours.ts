/** Papers on which links stand and that buttons have as their text (theme.css). */
const papers = {
  light: { paper: '#ffffff', surface: '#f4f6f9', raised: '#ffffff', onColour: '#ffffff' },
  dark: { paper: '#11161e', surface: '#19212c', raised: '#1e2733', onColour: '#10192a' },
};
export type Theme = keyof typeof papers;

/** WCAG 2.2, 1.4.3: text needs this contrast at least. */
const enough = 4.5;

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

const channels = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

/** Relative luminance (WCAG 2.2). @param colour `#rrggbb` */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** @param share how much of `other` is in it, from 0 to 1 */
function mixed(colour: string, other: string, share: number): string {
  const others = channels(other);
  const parts = channels(colour).map((channel, index) =>
    Math.round(channel * (1 - share) + (others[index] ?? 0) * share),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const tintOf = (colour: string, theme: Theme) =>
  mixed(papers[theme].paper, colour, theme === 'light' ? 0.09 : 0.16);

/** The least contrast that this colour has as a link and as a button. */
export function leastContrast(colour: string, theme: Theme): number {
  const { paper, surface, raised, onColour } = papers[theme];
  const grounds = [paper, surface, raised, onColour, tintOf(colour, theme)];
  return Math.min(...grounds.map((ground) => contrast(colour, ground)));
}

export const isReadable = (colour: string, theme: Theme): boolean =>
  leastContrast(colour, theme) >= enough;

type Colours = { lightColour: string | null; darkColour: string | null };

/** The variables of theme.css that the colours of the association replace. */
export function brandColours({ lightColour, darkColour }: Colours): Record<string, string> {
  return {
    ...(lightColour ? variables(lightColour, 'light') : {}),
    ...(darkColour ? variables(darkColour, 'dark') : {}),
  };
}

function variables(colour: string, theme: Theme): Record<string, string> {
  return {
    [`--brand-${theme}`]: colour,
    [`--brand-${theme}-strong`]: mixed(colour, theme === 'light' ? '#000000' : '#ffffff', 0.3),
    [`--brand-${theme}-tint`]: tintOf(colour, theme),
  };
}
