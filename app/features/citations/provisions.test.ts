import { describe, expect, test } from 'vitest';
import { provisionsTyped } from './cited-in-text';
import { instruments, provisionConcerned, provisionName, provisionTitle } from './provisions';

describe('a provision', () => {
  test.each([
    ['gdpr/82', 'Article 82 GDPR', 'article 82 du RGPD', 'Artikel 82 DSGVO'],
    [
      'gdpr/82/1',
      'Article 82(1) GDPR',
      'article 82, paragraphe 1, du RGPD',
      'Artikel 82 Absatz 1 DSGVO',
    ],
    [
      'charter/8/1/b',
      'Article 8(1)(b) of the Charter',
      'article 8, paragraphe 1, point b), de la Charte',
      'Artikel 8 Absatz 1 Buchstabe b der Charta',
    ],
    [
      'eprivacy/15',
      'Article 15 of Directive 2002/58/EC',
      'article 15 de la directive 2002/58/CE',
      'Artikel 15 der Richtlinie 2002/58/EG',
    ],
    ['gdpr/4/7', 'Article 4(7) GDPR', 'article 4, point 7, du RGPD', 'Artikel 4 Nummer 7 DSGVO'],
    [
      'led/3/2',
      'Article 3(2) of Directive (EU) 2016/680',
      'article 3, point 2, de la directive (UE) 2016/680',
      'Artikel 3 Nummer 2 der Richtlinie (EU) 2016/680',
    ],
    [
      'gdpr/4/16/a',
      'Article 4(16)(a) GDPR',
      'article 4, point 16, sous a), du RGPD',
      'Artikel 4 Nummer 16 Buchstabe a DSGVO',
    ],
    [
      'dpd/2',
      'Article 2 of Directive 95/46/EC',
      'article 2 de la directive 95/46/CE',
      'Artikel 2 der Richtlinie 95/46/EG',
    ],
    [
      'eudpr/3/1',
      'Article 3(1) of Regulation (EU) 2018/1725',
      'article 3, point 1, du règlement (UE) 2018/1725',
      'Artikel 3 Nummer 1 der Verordnung (EU) 2018/1725',
    ],
    [
      'convention108/5',
      'Article 5 of Convention 108',
      'article 5 de la Convention 108',
      'Artikel 5 des Übereinkommens 108',
    ],
    ['tfeu/16', 'Article 16 TFEU', 'article 16 du TFUE', 'Artikel 16 AEUV'],
    ['echr/8', 'Article 8 ECHR', 'article 8 de la CEDH', 'Artikel 8 EMRK'],
  ])('is named as its language names it: %s', (provision, english, french, german) => {
    expect(provisionName(provision, 'en')).toBe(english);
    expect(provisionName(provision, 'fr')).toBe(french);
    expect(provisionName(provision, 'de')).toBe(german);
  });

  test('on its own begins with a capital, and in a sentence has what French puts before it', () => {
    expect(provisionTitle('gdpr/82/1', 'fr')).toBe('Article 82, paragraphe 1, du RGPD');
    expect(provisionTitle('led', 'fr')).toBe('Directive (UE) 2016/680');
    expect(provisionConcerned('gdpr/82', 'fr')).toBe('à l’article 82 du RGPD');
    expect(provisionConcerned('gdpr', 'fr')).toBe('au RGPD');
    expect(provisionConcerned('charter', 'fr')).toBe('à la Charte');
    expect(provisionConcerned('gdpr/82', 'de')).toBe('Artikel 82 DSGVO');
  });

  test.each(Object.keys(instruments))('of %s is read again as it was written', (instrument) => {
    for (const language of ['en', 'fr', 'de']) {
      for (const part of ['7', '7/1', '7/1/b', '3/2', '4/7', '4/16/b']) {
        const typed = provisionName(`${instrument}/${part}`, language);
        expect(provisionsTyped(typed), typed).toEqual([`${instrument}/${part}`]);
      }
    }
  });

  test.each(['article 4, paragraphe 7, du RGPD', 'Artikel 4 Absatz 7 DSGVO', 'Art. 4 Nr. 7 DSGVO'])(
    'is read however its point is called: %s',
    (typed) => expect(provisionsTyped(typed)).toEqual(['gdpr/4/7']),
  );
});
