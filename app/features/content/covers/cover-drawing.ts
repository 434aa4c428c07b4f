/** A drawing in place of a picture, on a field of 320 by 100: SVG paths. */
export type CoverDrawing = { lines: string; shape: string };
