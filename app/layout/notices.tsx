import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTextOf } from '~/i18n/translation-context';
import { useToast } from '~/ui/toasts';
import { useSite } from '~/site';

/** Local key of spec section 3: says that somebody is signed in, not who. */
const userKey = 'user';
const marker = 'signed-in';

/** Shows what the server has to say, and notices when a session was lost meanwhile. */
export function Notices() {
  const site = useSite();
  const toast = useToast();
  const textOf = useTextOf();
  const { pathname } = useLocation();
  const shown = useRef<string>('');
  const notice = site?.notice;
  const isSignedIn = site ? site.reader.role !== 'UNAUTHENTICATED' : null;
  useEffect(() => {
    if (!notice || shown.current === notice.id) return;
    shown.current = notice.id;
    toast({ kind: notice.kind, text: textOf(notice.key) });
  }, [notice, toast, textOf]);
  useEffect(() => {
    if (isSignedIn === null) return;
    const wasSignedIn = readMarker();
    writeMarker(isSignedIn);
    if (isSignedIn && pathname !== '/login') forgetWantedPath();
    if (wasSignedIn && !isSignedIn && !notice && !leaving) {
      toast({ kind: 'error', text: textOf('error.auth/session-expired') });
    }
    // Not before: while the sign-out is under way the reader is still the same.
    if (!isSignedIn) leaving = false;
  }, [isSignedIn, notice, pathname, toast, textOf]);
  return null;
}

let leaving = false;

/** Tells that the session is ended on purpose, so that its end is no news. */
export function noteSignOut(): void {
  leaving = true;
}

/** Who has arrived needs no redirect address any more. */
function forgetWantedPath(): void {
  try {
    sessionStorage.removeItem('redirectUrl');
  } catch {
    // Nothing was remembered.
  }
}

function readMarker(): boolean {
  try {
    return localStorage.getItem(userKey) === marker;
  } catch {
    return false;
  }
}

function writeMarker(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(userKey, marker);
    else localStorage.removeItem(userKey);
  } catch {
    // Storage may be blocked; the marker is a comfort only.
  }
}
