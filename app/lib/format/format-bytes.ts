import { localeOf } from './format-date';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

const formats = new Map<string, Intl.NumberFormat>();

/** Making a format costs far more than using it. */
function format(language: string, power: number): Intl.NumberFormat {
  const key = `${language} ${power}`;
  const made =
    formats.get(key) ??
    new Intl.NumberFormat(localeOf(language), {
      style: 'unit',
      unit: units[power],
      // In short "487 byte" would stay without its s.
      unitDisplay: power === 0 ? 'long' : 'short',
      maximumFractionDigits: power < 2 ? 0 : 1,
    });
  formats.set(key, made);
  return made;
}

/** A size for people: "41 kB", "1.8 MB" (decimal units, as file managers of browsers show). */
export function formatBytes(bytes: number, language: string): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return format(language, power).format(bytes / 1000 ** power);
}
