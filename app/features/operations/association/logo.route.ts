import { throwErrorResponse } from '~/answers/error-response.server';
import type { FileAnswer } from '~/answers/file-answer';
import { actorContext } from '~/policy/actor';
import type { Route } from './+types/logo.route';
import { getLogo } from './association.server';
import { getLogoIcon } from './logo-icon.server';

export const handle = { file: 'loader' } satisfies FileAnswer;

/** The logo, or a square icon of it (`?icon=180`); its content never changes under its address. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const icon = new URL(request.url).searchParams.get('icon');
  const picture =
    icon === null ? getLogo(actor, params.digest) : getLogoIcon(actor, params.digest, Number(icon));
  const logo = await picture.catch(throwErrorResponse);
  return new Response(new Uint8Array(logo), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Length': String(logo.length),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, max-age=31536000, immutable',
    },
  });
}
