import { reloadAfterConflict } from '~/lib/forms/revalidation';

/** What can be chosen at once, to be moved, deleted or downloaded. */
export const maxSelected = 1_000;

/** Where a dialog asks what a deletion would take away. */
export const deletionAddress = '/intranet/deletion';

/**
 * For `shouldRevalidate` of a list: it is read again also when what was chosen is not there any
 * more, and not when someone only asks what a deletion would take away.
 */
export const reloadList: typeof reloadAfterConflict = (asked) =>
  asked.formAction !== deletionAddress &&
  (asked.actionStatus === 404 || reloadAfterConflict(asked));
