import type { TextKey } from '~/i18n/translate';

/** good: nothing to do; attention: soon; bad: now; unknown: could not be found out this time. */
export type Verdict = 'good' | 'attention' | 'bad' | 'unknown';

export type Fact = {
  label: TextKey;
  value: string | number | Date | null;
  /** Bytes are shown in MB, everything else as it is. */
  isBytes?: boolean;
  /** The name of the figure in /metrics; a moment is in seconds since 1970. */
  metric?: `site_${string}`;
};

/** A verdict with a sentence that says what to do, and the figures. */
export type Reading = { verdict: Verdict; advice: TextKey; facts: readonly Fact[] };

/** One health check, used by the health page, the alerts and the metrics. */
export type HealthCheck = {
  name: `health.${string}` & TextKey;
  /** Null where the check does not apply to this site. */
  read: () => Promise<Reading | null>;
  /** Each node has its own, such as its disk. */
  perNode?: boolean;
};

export type HealthPart = Reading & { name: HealthCheck['name'] };

/** What could not be found out this time. */
export const unknownReading: Reading = {
  verdict: 'unknown',
  advice: 'health.unreadable',
  facts: [],
};

export const minuteLong = 60_000;
export const hourLong = 60 * minuteLong;

export const ageOf = (at: Date | null) => (at ? Date.now() - at.getTime() : Infinity);
