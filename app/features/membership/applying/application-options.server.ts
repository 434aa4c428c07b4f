import { countryOptions, languageOptions } from '~/lib/format/display-names';

/**
 * Countries and languages by their names in the reader's language. Made on the server, because the
 * names that browsers know differ from one to the next.
 */
export const applicationOptions = (language: string) => ({
  ...countryOptions(language),
  languages: languageOptions(language),
});

export type ApplicationOptions = ReturnType<typeof applicationOptions>;
