import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import type { Row } from '~/lib/forms/form';

type Filled<Saved> = {
  /** The newest that was loaded, whether or not the fields show it. */
  loaded: Saved;
  /** What the fields were filled with. */
  saved: Saved;
  /** What was typed in a form that was refused, which the fields show instead. */
  typed?: Row | undefined;
  /** The version to send: never a later one than the fields show, so that nothing is overwritten unseen. */
  version: number;
  /** A new one starts the fields anew. */
  key: number;
};

type Fields<Saved> = {
  /** What the form carries of what was loaded. */
  names: readonly (keyof Saved)[];
  /** What its buttons send as `intent`. */
  intents: readonly string[];
  /** What came of this form, not of another one of the page. */
  answer: { error?: string; values?: Row } | undefined;
};

/**
 * What the fields of one form are filled with, on a page of several. They start anew once this form
 * was saved, or shows what someone else has saved; when another one was sent, what is typed stays.
 */
export function useFilledFields<Saved extends { version: number }>(
  loaded: Saved,
  { names, intents, answer }: Fields<Saved>,
): Filled<Saved> {
  const { state } = useNavigation();
  const [sent, setSent] = useSentIntent();
  const [filled, setFilled] = useState(() => filledWith(loaded, answer?.values));
  if (state !== 'idle') return filled;
  if (loaded === filled.loaded) return filled;
  const isAnswered = sent !== undefined && intents.includes(sent);
  const next = refill(filled, loaded, { names, answer: isAnswered ? answer : 'none' });
  setFilled(next);
  setSent(undefined);
  return next;
}

/**
 * The `intent` of the form that was sent last. The navigation tells it too, but not always: what
 * begins and ends between two renderings is never seen as under way.
 */
function useSentIntent() {
  const [sent, setSent] = useState<string>();
  useEffect(() => {
    const note = ({ target, submitter }: SubmitEvent) => {
      if (!(target instanceof HTMLFormElement)) return;
      const intent = new FormData(target, submitter).get('intent');
      setSent(typeof intent === 'string' ? intent : undefined);
    };
    document.addEventListener('submit', note, true);
    return () => document.removeEventListener('submit', note, true);
  }, []);
  return [sent, setSent] as const;
}

const filledWith = <Saved extends { version: number }>(
  saved: Saved,
  typed?: Row,
  key = 0,
): Filled<Saved> => ({ loaded: saved, saved, typed, version: saved.version, key });

type Answered<Saved> = {
  names: readonly (keyof Saved)[];
  /** `none` when it was another form that was sent; absent when this one was saved. */
  answer: Fields<Saved>['answer'] | 'none';
};

/** What the fields are filled with after the page has been loaded again. */
export function refill<Saved extends { version: number }>(
  before: Filled<Saved>,
  loaded: Saved,
  { names, answer }: Answered<Saved>,
): Filled<Saved> {
  const isShown = answer !== 'none' && (!answer || answer.error === 'error.changed-meanwhile');
  if (isShown) return filledWith(loaded, answer?.values, before.key + 1);
  const fieldsOf = (saved: Saved) => JSON.stringify(names.map((name) => saved[name]));
  const isSame = fieldsOf(before.saved) === fieldsOf(loaded);
  return { ...before, loaded, version: isSame ? loaded.version : before.version };
}
