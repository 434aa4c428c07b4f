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
