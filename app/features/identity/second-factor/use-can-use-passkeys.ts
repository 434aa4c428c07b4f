import { useSyncExternalStore } from 'react';
import { canUsePasskeys } from './passkey-ceremony';

const never = () => () => undefined;

/** False on the server and in browsers without passkeys. */
export function useCanUsePasskeys(): boolean {
  return useSyncExternalStore(never, canUsePasskeys, () => false);
}
