import { localeOf } from './format-date';

const formats = new Map<string, Intl.NumberFormat>();

/** A number for people: "10,000". Making a format costs far more than using it. */
export function formatNumber(value: number, language: string): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(localeOf(language));
  formats.set(language, format);
  return format.format(value);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

const sizeFormats = new Map<string, Intl.NumberFormat>();

/** Making a format costs far more than using it. */
function sizeFormat(language: string, power: number): Intl.NumberFormat {
  const key = `${language} ${power}`;
  const made =
    sizeFormats.get(key) ??
    new Intl.NumberFormat(localeOf(language), {
      style: 'unit',
      unit: units[power],
      // In short "487 byte" would stay without its s.
      unitDisplay: power === 0 ? 'long' : 'short',
      maximumFractionDigits: power < 2 ? 0 : 1,
    });
  sizeFormats.set(key, made);
  return made;
}

/**
 * A size for people: "41 kB", "1.8 MB" (decimal units, as file managers of browsers show). No line ends
 * between number and unit: in French the format has such a space by itself.
 */
export function formatBytes(bytes: number, language: string): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = sizeFormat(language, power).format(bytes / 1000 ** power);
  return size.replaceAll(' ', '\u00A0');
}
