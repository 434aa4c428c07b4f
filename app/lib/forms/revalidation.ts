import type { ShouldRevalidateFunctionArgs } from 'react-router';

/**
 * For `shouldRevalidate` of a route: what is shown is read again also after a refusal because
 * someone else has saved something, so that both texts can be shown and the next try can succeed.
 */
export function reloadAfterConflict({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}

/**
 * For `shouldRevalidate` of a page with a form: in the background, as when uploads end or a session
 * begins anew, it is not read again. The version in its form is that of what the fields were filled
 * with; a later one would overwrite unseen what someone else has saved.
 */
export function reloadOwnChanges(args: ShouldRevalidateFunctionArgs): boolean {
  const { formMethod, currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const isInBackground = formMethod === undefined && currentUrl.href === nextUrl.href;
  return defaultShouldRevalidate && !isInBackground;
}

/** Both, for a form that shows beside what was typed what someone else has saved meanwhile. */
export function reloadOwnChangesAndConflicts(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus === 409 || reloadOwnChanges(args);
}
