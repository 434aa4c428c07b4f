import { data, redirect } from 'react-router';
import { redirectWithNotice } from '~/answers/notices.server';
import { config } from '~/config/config.server';
import { languageCookie } from '~/i18n/language.server';
import { ownPath } from '~/lib/addresses/own-path';
import type { Route } from './+types/language.route';

const oneYear = 365 * 24 * 3600;

export function loader() {
  throw data('error.not-found', { status: 404 });
}

/** Chooses the language; only active ones are accepted (spec section 5). */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData();
  const language = config().languages.active.find((active) => active === form.get('language'));
  const from = form.get('from');
  const path = (typeof from === 'string' && ownPath(from)) || '/';
  if (!language) return redirect(path);
  const cookie = `${languageCookie}=${language}; Path=/; Max-Age=${oneYear}; Secure; SameSite=Lax`;
  // The menu shows what is chosen; a form among others says that it has saved.
  return form.has('confirm')
    ? redirectWithNotice(path, { kind: 'success', key: 'success.updated-user' }, [cookie])
    : redirect(path, { headers: { 'Set-Cookie': cookie } });
}
