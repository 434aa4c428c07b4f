import { type AnyColumn, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { config } from '~/config/config.server';

/** The name of a person in a query; null where the join finds no user. */
export const fullName = (person: Record<'firstName' | 'lastName', AnyColumn>): SQL<string | null> =>
  sql`nullif(trim(concat(${person.firstName}, ' ', ${person.lastName})), '')`;

type Shown = Record<'firstName' | 'lastName' | 'publicProfile', AnyColumn>;

/** Whether the site has public profiles; a query that is prepared once takes it as a parameter. */
type IsOn = boolean | Placeholder;

/**
 * How a person appears to other members in the forum: by the username where the site has public profiles
 * and the person has chosen it, else by the name.
 */
export const shownName = (
  person: Shown,
  isOn: IsOn = config().flags.publicProfiles,
): SQL<string | null> =>
  sql`case when ${isOn}::boolean then coalesce((select shown.username from profiles shown
    where shown.id = ${person.publicProfile} and shown.in_forum), ${fullName(person)}) else ${fullName(person)} end`;

/** Whether other members see a picture beside the name in the forum. */
export const hasShownPicture = (person: Pick<Shown, 'publicProfile'>, isOn: IsOn): SQL<boolean> =>
  sql`(${isOn}::boolean and exists (select from profiles shown where shown.id = ${person.publicProfile}
    and shown.in_forum and shown.use_gravatar and shown.picture_agreed))`;
