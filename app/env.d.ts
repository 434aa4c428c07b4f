/// <reference types="vite/client" />

type ImportMetaEnv = {
  /** Put in by the build; see vite.config.ts. */
  readonly VITE_APP_VERSION?: string;
  readonly VITE_APP_VERSION_DATE?: string;
};
