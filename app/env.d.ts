/// <reference types="vite/client" />

// oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
interface ImportMetaEnv {
  /** Where the build puts what the PDF reader fetches for itself. */
  readonly PDF_READER_FILES: string;
  /** Version of the build and when it was made; see vite.config.ts. */
  readonly VITE_APP_VERSION?: string;
  readonly VITE_APP_VERSION_DATE?: string;
}

/** A program that reads files, as one text; see scripts/reader-programs.mjs. */
declare module '*?program' {
  const source: string;
  export default source;
}

/** The keys that each public page names, by the pattern of its address; see scripts/page-texts.mjs. */
declare module 'virtual:page-texts' {
  const keysOfPages: Record<string, string[]>;
  export default keysOfPages;
}
