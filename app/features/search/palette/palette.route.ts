import { throwErrorResponse } from '~/answers/error-response.server';
import { longestQuery } from '~/features/search/search-kinds';
import { languageContext } from '~/i18n/language.server';
import { actorContext } from '~/policy/actor';
import type { Route } from './+types/palette.route';
import { findInPalette } from './palette.server';

/** What the command palette offers for what was typed, as JSON. */
export function loader({ request, context }: Route.LoaderArgs) {
  const query = (new URL(request.url).searchParams.get('q') ?? '').slice(0, longestQuery);
  const language = context.get(languageContext);
  return findInPalette(context.get(actorContext), { query, language }).catch(throwErrorResponse);
}

/** Without an answer it offers nothing of its own, and the page on which it was opened stays. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader();
  } catch (error) {
    // It leads on, such as to the sign-in.
    if (error instanceof Response) throw error;
    return [];
  }
}
