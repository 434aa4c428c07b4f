import { textOfKey, type Translate } from '~/i18n/translate';
import { countryName, languageNames } from '~/lib/format/display-names';
import { formatDate, formatWallDate, formatWallTime } from '~/lib/format/format-date';
import { isDay, isWallTime } from '~/lib/time/wall-time';

type Reader = { t: Translate; language: string };
type Say = (kept: string, reader: Reader) => string;

/** A choice, by the text that the form has for it. */
const choiceOf =
  (group: string): Say =>
  (kept, { t }) =>
    textOfKey(t, `${group}.${kept}`);

const yes: Say = (_kept, { t }) => t('word.yes');

const moment: Say = (kept, { language }) =>
  isWallTime(kept) ? `${formatWallDate(kept, language)}, ${formatWallTime(kept)}` : kept;

const languages: Say = (kept, { language }) => languageNames(kept.split(','), language);

/** How a field is said that is kept as a code, by its name. */
const sayings: Record<string, Say> = {
  coverFocus: choiceOf('content.cover-focus'),
  category: choiceOf('news.category'),
  type: choiceOf('events.type'),
  visibility: choiceOf('event-editor.visibility'),
  mode: choiceOf('registration.mode'),
  registration: choiceOf('event-editor.registration'),
  attendeeList: choiceOf('event-editor.attendee-list'),
  list: choiceOf('list'),
  language: languages,
  workingLanguages: languages,
  country: (kept, { language }) => countryName(kept, language),
  effectiveOn: (kept, { language }) => (isDay(kept) ? formatDate(kept, language) : kept),
  startsAt: moment,
  endsAt: moment,
  opensAt: moment,
  closesAt: moment,
  allDay: yes,
  chathamHouse: yes,
  approval: yes,
  waitingList: yes,
  pinned: yes,
  onlyLanguage: yes,
  inArchive: yes,
  isExample: yes,
};

/**
 * What a version has in a field, as the reader would say it.
 * @param kept what is stored, or a part of it where two versions are compared
 */
export function saidValue(field: string, kept: string, reader: Reader): string {
  return kept === '' ? '' : (sayings[field]?.(kept, reader) ?? kept);
}
