import { localeOf } from './format-date';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size for people: "41 kB", "1.8 MB" (decimal units, as file managers of browsers show). */
export function formatBytes(bytes: number, language: string): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: units[power],
    unitDisplay: 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1000 ** power);
}
