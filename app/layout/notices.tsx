import { useEffect } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { textOfKey } from '~/i18n/translate';
import { useTranslate } from '~/i18n/translation-context';
import { useToast } from '~/ui/dialog/toasts';
import { forgetOthers } from '~/features/writing/drafts/tab-drafts';
import { isSaidAlready } from '~/site/session-state';
import { onUnansweredForm } from '~/site/stay-on-unanswered-form';
import { takeUnshown } from '~/site/shown-notices';
import { useSite } from '~/site/site';
import classes from './shell.module.css';
import { tellOfSignIn } from './session/watch-session';

/** Local key of spec section 3: says that someone is signed in, not who. */
const userKey = 'user';
const marker = 'signed-in';

/** Shows what the server has to say, and notices when a session was lost meanwhile. */
export function Notices() {
  const site = useSite();
  const toast = useToast();
  const t = useTranslate();
  const { pathname } = useLocation();
  const notices = site?.notices;
  const isSaid = notices?.some(saysWhyItEnded) ?? false;
  const isSignedIn = site ? site.reader.role !== 'UNAUTHENTICATED' : null;
  const reader = site?.reader.id ?? null;
  useEffect(() => {
    // After the session has ended the drafts of this tab stay, for the next sign-in.
    if (reader !== null) forgetOthers(reader);
  }, [reader]);
  useEffect(() => onSignOutElsewhere(), []);
  useEffect(
    () => onUnansweredForm((key) => toast({ kind: 'error', text: textOfKey(t, key) })),
    [toast, t],
  );
  const { formAction } = useNavigation();
  useEffect(() => {
    if (formAction) leaving = formAction === '/sign-out';
    else if (isSignedIn) leaving = false;
  }, [formAction, isSignedIn]);
  useEffect(() => {
    for (const { kind, key, text } of takeUnshown(notices ?? [])) {
      if (!isSaidAlready(key)) toast({ kind, text });
    }
  }, [notices, toast]);
  useEffect(() => {
    if (isSignedIn === null) return;
    const wasSignedIn = readMarker();
    writeMarker(isSignedIn);
    if (isSignedIn && !wasSignedIn) tellOfSignIn();
    if (isSignedIn && pathname !== '/login') forgetWantedPath();
    const ended = 'error.auth/session-expired';
    if (wasSignedIn && !isSignedIn && !isSaid && !leaving && !isSaidAlready(ended)) {
      toast({ kind: 'error', text: t(ended) });
    }
    // Not before: while the sign-out is under way the reader is still the same.
    if (!isSignedIn && leaving) broadcastSignOut();
    if (!isSignedIn) leaving = false;
  }, [isSignedIn, isSaid, pathname, toast, t]);
  return null;
}

/** That it was lost, or something that one has done oneself. */
const saysWhyItEnded = ({ kind, key }: { kind: string; key: string }) =>
  kind === 'success' ||
  key === 'error.auth/session-expired' ||
  key === 'error.firestore/account-not-found';

/** Whether the session is ended on purpose, so that its end is no news. */
let leaving = false;

/** The same above the page, where scripts do not run. */
export function PlainNotices() {
  const site = useSite();
  return (
    <noscript>
      {site?.notices.map(({ id, kind, text }) => (
        <p key={id} className={classes.notice} data-kind={kind} role="status">
          {text}
        </p>
      ))}
    </noscript>
  );
}

/** Messages between the tabs of this browser; a tab does not receive its own. */
let tabs: BroadcastChannel | undefined;

/** Nothing that was written stays in this tab, nor in the others of this browser. */
function broadcastSignOut(): void {
  forgetOthers(null);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to tabs of this site alone
  tabs?.postMessage(null);
}

/** Leaves what only the person who has just signed out in another tab may see. */
function onSignOutElsewhere(): () => void {
  const opened = new BroadcastChannel('sign-out');
  tabs = opened;
  opened.addEventListener('message', () => {
    forgetOthers(null);
    location.assign('/login');
  });
  return () => opened.close();
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
