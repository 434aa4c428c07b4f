import { expect, test } from 'vitest';
import { translateIn } from '~/i18n/translations.server';

test.each([
  ['en', 'operating manual'],
  ['fr', 'manuel d’exploitation'],
  ['de', 'Betriebshandbuch'],
] as const)(
  'who reads that something is off learns who can switch it on, in %s',
  (language, manual) => {
    const t = translateIn(language);
    for (const text of [t('errors.off'), t('statistics.off')]) {
      expect(text).toContain(manual);
      expect(text).not.toMatch(/errorTracking|analytics/);
    }
  },
);
