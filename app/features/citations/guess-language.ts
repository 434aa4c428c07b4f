/** The commonest short words of the languages judges write in, by which a text gives itself away. */
const commonWords: Record<string, string> = {
  bg: 'и на за от се да в с по че е не са при или',
  cs: 'a se na je že v s o do pro za ve podle není jeho',
  da: 'og i at det er til af en på for ikke med der som den',
  de: 'der die und das den von zu ist nicht mit des dem im für eine',
  el: 'και του της το να την των στο με από για που τα οι δεν',
  en: 'the of and to in that is for on by with as was not it',
  es: 'de la que el en y los del se las por un para con una',
  et: 'ja on ei et see kui oli ta mis kohta ning selle',
  fi: 'ja on ei se että oli hän joka mutta tai kuin sekä ovat',
  fr: 'de la le et les des à en du que est pour une dans par',
  hu: 'a az és hogy nem egy is ez meg van csak volt',
  it: 'di che la il e un per del in non della le con una',
  lt: 'ir kad yra į su iš tai kaip bet ne ar dėl apie',
  lv: 'un ir no ar uz par ka tas kas vai to nav',
  nl: 'de van het een en in is dat op te voor niet met zijn',
  pl: 'w i z na do że się nie o jest przez dla od oraz sąd',
  pt: 'de que o a do da em um para não uma os com no',
  ro: 'de și în a la cu nu pe că din o care pentru este',
  sk: 'a sa na je že v s o do pre za vo podľa nie jeho',
  sl: 'in je v na se da za so ni pri po iz bi ki',
  sv: 'och i att det som en på är av för med till den inte',
};
const wordsOf = Object.entries(commonWords).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
);

/**
 * The language of a text by its commonest short words.
 * @returns ISO 639-1 code, null when the text is too short or fits none
 */
export function guessLanguage(text: string): string | null {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (words.length < 20) return null;
  const scores = wordsOf.map(
    ([language, common]) => [language, words.filter((word) => common.has(word)).length] as const,
  );
  const [best] = scores.toSorted((a, b) => b[1] - a[1]);
  return best && best[1] / words.length > 0.12 ? best[0] : null;
}
