declare module '@citation-js/core' {
  /** Reads whatever its plugins know, and tells it as CSL-JSON. */
  export class Cite {
    constructor(text: string);
    data: Record<string, unknown>[];
  }
}
declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-ris';
