/** The periods of the statistics, in days. */
export const periods = [7, 30, 90, 365] as const;
export type Period = (typeof periods)[number];

/** The period from the search parameters; a month by default. */
export function periodOf(address: string): Period {
  const asked = Number(new URL(address).searchParams.get('days'));
  return periods.find((period) => period === asked) ?? 30;
}
