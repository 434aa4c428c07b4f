type Words = { en: string; fr: string; de: string };

/** Of words in several languages those of the first language that has any, and that language. */
export function wordsIn({ en, fr, de }: Words, languages: readonly string[]) {
  const words = new Map(Object.entries({ en, fr, de }));
  const language = [...languages, ...words.keys()].find((one) => words.get(one)) ?? 'en';
  return { text: words.get(language) ?? '', language };
}
