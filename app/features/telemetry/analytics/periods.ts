/** How far back the figures may be asked for, in days. */
export const periods = [7, 30, 90, 365] as const;
export type Period = (typeof periods)[number];

/** The period that an address asks for; a month when it says none of them. */
export function periodOf(address: string): Period {
  const asked = Number(new URL(address).searchParams.get('days'));
  return periods.find((period) => period === asked) ?? 30;
}
