/** The last part of an address made from a title: `Élève & droit` becomes `eleve-droit`. */
export function slugOf(title: string): string {
  const plain = title
    .replaceAll('ß', 'ss')
    .replaceAll(/[œŒ]/g, 'oe')
    .replaceAll(/[æÆ]/g, 'ae')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const slug = words.join('-').slice(0, 80).replace(/-$/, '');
  return slug || 'text';
}
