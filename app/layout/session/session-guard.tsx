import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { createPath, useLocation, useMatches } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import {
  lostSession,
  type LostSession,
  noteSessionIsBack,
  onSessionChange,
  readerNow,
} from '~/site/session-state';
import { useSite } from '~/site/site';
import { noteShownPage } from '~/site/stay-on-lost-session';
import { useToast } from '~/ui/dialog/toasts';
import { useRevalidateWithRetry } from '~/ui/live/use-revalidate-with-retry';
import { SessionDialog } from './session-dialog';
import { useSessionWatch } from './use-session-watch';
import { tellOfSignIn } from './watch-session';

/** Session-storage key of spec section 3. */
const redirectKey = 'redirectUrl';

const nothingLost = () => null;

/**
 * What stands around a page, and instead of it once its session is lost: what is for members is
 * hidden but not thrown away, so that whoever signs in again goes on with what was typed.
 */
export function SessionGuard({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const toast = useToast();
  const look = useRevalidateWithRetry();
  const reader = useSite()?.reader;
  const lost = useSyncExternalStore(onSessionChange, lostSession, nothingLost);
  const id = reader?.id ?? null;
  const isForMembers = useIsForMembers();
  const address = createPath(useLocation());
  const isHidden = useWhenQuiet(lost !== null && isForMembers && id !== null);
  useShownPage(id !== null && isForMembers);
  useSessionWatch(id, lost !== null);

  const react = useEffectEvent((why: LostSession) => {
    toast({ kind: 'error', text: t(why) });
    if (isForMembers) return rememberAddress(address);
    noteSessionIsBack();
    return void look();
  });
  useEffect(() => {
    if (lost !== null) react(lost);
  }, [lost]);
  const goOn = async (now: string) => {
    // Not the one who typed: nothing of the page is for them.
    if (now !== id) return location.reload();
    noteSessionIsBack();
    tellOfSignIn();
    await look();
  };
  const onReturn = useEffectEvent(async () => {
    const now = await readerNow().catch(() => null);
    if (now !== null) await goOn(now);
  });
  // Back from another tab, where the session may have begun again.
  useEffect(() => {
    if (lost === null) return;
    const onFocus = () => void onReturn();
    const tabs = new BroadcastChannel('session');
    tabs.addEventListener('message', ({ data }) => {
      if (data === 'changed') void onReturn();
    });
    addEventListener('focus', onFocus);
    return () => {
      tabs.close();
      removeEventListener('focus', onFocus);
    };
  }, [lost]);
  return (
    <>
      <div hidden={isHidden}>{children}</div>
      {isHidden && lost !== null && (
        <SessionDialog
          why={lost}
          email={reader?.email ?? ''}
          onSignedIn={(now) => void goOn(now)}
        />
      )}
    </>
  );
}

const guards = ['layout/guards/signed-in-guard.route', 'layout/guards/admin-guard.route'];

/** Whether the page stands behind a guard. */
const useIsForMembers = () => useMatches().some(({ id }) => guards.includes(id));

/** Lets the page that is open stay while its session is over. */
function useShownPage(isForMembers: boolean): void {
  const matches = useMatches();
  useEffect(() => {
    const data = matches.map(({ id, loaderData }) => [id, loaderData] as const);
    noteShownPage(isForMembers ? new Map(data) : null);
  }, [matches, isForMembers]);
}

/** Both in milliseconds. */
const quiet = 1_000;
const longest = 2_500;

/** True soon after `isWanted`, but not between two letters: the dialog would take the second. */
function useWhenQuiet(isWanted: boolean): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const open = () => setQuiet(true);
    const end = setTimeout(open, longest);
    let timer = setTimeout(open, quiet);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(open, quiet);
    };
    addEventListener('keydown', wait);
    return () => {
      setQuiet(false);
      clearTimeout(end);
      clearTimeout(timer);
      removeEventListener('keydown', wait);
    };
  }, [isWanted]);
  return isWanted && isQuiet;
}

/** Where one goes on after signing in elsewhere in this tab (spec section 2), the fragment too. */
function rememberAddress(address: string): void {
  try {
    sessionStorage.setItem(redirectKey, address);
  } catch {
    // Storage may be blocked.
  }
}
