import type compliance from '~/features/compliance/texts/en.json';
import type consent from '~/features/consent/texts/en.json';
import type content from '~/features/content/texts/en.json';
import type decisions from '~/features/decisions/texts/en.json';
import type events from '~/features/events/texts/en.json';
import type forum from '~/features/forum/texts/en.json';
import type identity from '~/features/identity/texts/en.json';
import type library from '~/features/library/texts/en.json';
import type membership from '~/features/membership/texts/en.json';
import type newsletters from '~/features/newsletters/texts/en.json';
import type operations from '~/features/operations/texts/en.json';
import type search from '~/features/search/texts/en.json';
import type telemetry from '~/features/telemetry/texts/en.json';
import type writing from '~/features/writing/texts/en.json';
import type layout from '~/layout/texts/en.json';
import type pages from '~/pages/texts/en.json';
import type policy from '~/policy/texts/en.json';
import type ui from '~/ui/texts/en.json';

/**
 * The English texts of all areas, for their keys: those of an area that is not listed here do not
 * compile where they are used.
 */
export type EnglishTexts = typeof compliance &
  typeof consent &
  typeof content &
  typeof decisions &
  typeof events &
  typeof forum &
  typeof identity &
  typeof library &
  typeof membership &
  typeof newsletters &
  typeof operations &
  typeof search &
  typeof telemetry &
  typeof writing &
  typeof layout &
  typeof pages &
  typeof policy &
  typeof ui;
