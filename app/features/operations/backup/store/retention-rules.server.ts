import { dateOfNight } from './backup-format.server';

/** How many backups are kept: the newest of so many days, weeks and months that have one. */
export type RetentionRules = { daily: number; weekly: number; monthly: number };

const day = (at: Date) => at.toISOString().slice(0, 10);
const month = (at: Date) => at.toISOString().slice(0, 7);

/** The Monday of its week, in UTC. */
function week(at: Date): string {
  const monday = new Date(at);
  monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return day(monday);
}

/** A backup, and the version of the site that made it. */
export type MadeNight = { night: string; version: string | null };

/**
 * Chooses the backups to keep. Days without a backup do not count, so nothing is removed because
 * backups have stopped. Of a day on which the site was upgraded the newest of each version is kept:
 * an earlier version is restored from its own alone.
 * @param nights in any order
 * @returns `daily` are those that the rule for days keeps, which recovery to any time begins from
 */
export function selectNights(
  nights: readonly MadeNight[],
  rules: RetentionRules,
): { kept: Set<string>; daily: Set<string> } {
  const newestFirst = nights.toSorted((a, b) => (a.night < b.night ? 1 : -1));
  const newestOf = (periodOf: (at: Date) => string, count: number) => {
    const found = new Map<string, MadeNight>();
    for (const made of newestFirst) {
      const period = periodOf(dateOfNight(made.night));
      if (!found.has(period) && found.size < count) found.set(period, made);
    }
    return [...found.values()].map(({ night }) => night);
  };
  const days = new Set(newestOf(day, rules.daily).map((night) => day(dateOfNight(night))));
  const daily = new Set<string>();
  const versions = new Set<string>();
  for (const { night, version } of newestFirst) {
    const onDay = day(dateOfNight(night));
    const ofVersion = `${onDay} ${version}`;
    if (!days.has(onDay) || versions.has(ofVersion)) continue;
    versions.add(ofVersion);
    daily.add(night);
  }
  const kept = new Set([
    ...daily,
    ...newestOf(week, rules.weekly),
    ...newestOf(month, rules.monthly),
  ]);
  return { kept, daily };
}
