import { throwErrorResponse } from '~/answers/error-response.server';
import { longestQuery } from '~/features/search/search-kinds';
import { languageContext } from '~/i18n/language.server';
import { actorContext } from '~/policy/actor';
import type { Route } from './+types/palette.route';
import { findInPalette, type PaletteAnswer } from './palette.server';

const queryOf = (request: Request) =>
  (new URL(request.url).searchParams.get('q') ?? '').slice(0, longestQuery);

/** What the command palette offers for what was typed, as JSON. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<PaletteAnswer> {
  const query = queryOf(request);
  const language = context.get(languageContext);
  const groups = await findInPalette(context.get(actorContext), { query, language }).catch(
    throwErrorResponse,
  );
  return { query, groups };
}

/**
 * Without an answer, and where the answer leads to the sign-in, it offers nothing of its own: the page on
 * which it was opened stays, and says by itself that the session is over.
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const nothing: PaletteAnswer = { query: queryOf(request), groups: [] };
  return serverLoader().catch(() => nothing);
}
