import { type RefObject, useEffect } from 'react';

/** Milliseconds after which the other form is sent all the same, on a line that hangs. */
const longestWait = 3_000;

/**
 * Has what is typed saved before another form of the page is sent. That may make a newer version of
 * the text, from which a draft that the server knows goes on; one that came later would be in its way.
 * @param own the form in which someone writes
 * @param saveUnsaved what is being saved, or null where there is nothing to save
 */
export function useSaveBeforeOtherForms(
  own: RefObject<HTMLFormElement | null>,
  saveUnsaved: () => Promise<unknown> | null,
): void {
  useEffect(() => {
    const waiting = new Set<HTMLFormElement>();
    let goingOn: HTMLFormElement | undefined;
    const onSubmit = (event: SubmitEvent) => {
      const { target: form, submitter } = event;
      if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
      // Signing out saves all drafts by itself, and asks where that fails.
      const isSignOut = form.getAttribute('action') === '/sign-out';
      if (form === own.current || form === goingOn || isSignOut) return;
      const saving = waiting.has(form) ? null : saveUnsaved();
      if (!saving && !waiting.has(form)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!saving) return;
      waiting.add(form);
      const goOn = () => {
        waiting.delete(form);
        if (!form.isConnected) return;
        goingOn = form;
        try {
          const isItsOwn = submitter instanceof HTMLButtonElement && submitter.form === form;
          form.requestSubmit(isItsOwn ? submitter : null);
        } finally {
          goingOn = undefined;
        }
      };
      const longEnough = new Promise((resolve) => setTimeout(resolve, longestWait));
      Promise.race([saving, longEnough]).then(goOn, goOn);
    };
    addEventListener('submit', onSubmit, { capture: true });
    return () => removeEventListener('submit', onSubmit, { capture: true });
  }, [own, saveUnsaved]);
}
