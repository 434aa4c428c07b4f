/** Latin letters of Europe that no accent makes (Unicode does not take them apart). */
const letters: Record<string, string> = {
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/**
 * The last part of an address made from a title: `Élève & droit` becomes `eleve-droit`.
 * @param otherwise for a title without a letter that addresses have
 */
export function slugOf(title: string, otherwise = 'text'): string {
  const plain = title
    .toLowerCase()
    .replaceAll(/[ßœæøłđðþıħ]/g, (letter) => letters[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 80).replace(/-$/, '') || otherwise;
}
