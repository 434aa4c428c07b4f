import acts from './tables/acts.json';
import instruments from './tables/instruments.json';
import journals from './tables/journals.json';
import letters from './tables/letters.json';
import numbers from './tables/numbers.json';
import words from './tables/words.json';

/** What the recogniser knows: all texts are rendered anew when it changes. */
export const tables = { acts, instruments, journals, letters, numbers, words };
