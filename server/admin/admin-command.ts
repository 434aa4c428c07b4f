import type { OptionForm } from './option-forms';

export type Option = {
  isNeeded?: boolean;
  isSwitch?: boolean;
  value?: string;
  /** A value of another form is not understood, and nothing is opened for it. */
  form?: OptionForm;
};

export type Given = {
  options: Record<string, string | undefined>;
  say: (line: string) => void;
};

export type AdminCommand = {
  what: string;
  options: Record<string, Option>;
  /** The option that is typed without its name, as in "import-decisions FILE". */
  takes?: string;
  isRestore?: boolean;
  /** Refused while a site runs on the database. */
  mustBeStopped?: boolean;
  /** Opens neither database nor file store by itself. */
  isOffline?: boolean;
  /** @returns false when something is wrong that the person should know from the exit code */
  run: (given: Given) => Promise<boolean>;
};
