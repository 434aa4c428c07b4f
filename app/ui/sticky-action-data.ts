import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The action data of the last form. A page loads its data again by itself, after one has signed in
 * again for instance: React Router drops it then, and errors of a form would disappear before they
 * are read. Each page with a form reads its answer here.
 * @returns the answer until the next form is sent or another page is opened
 */
export function useStickyActionData<Answer>(answer: Answer | undefined): Answer | undefined {
  const { key } = useLocation();
  const [kept, setKept] = useState({ answer, key });
  // The answer of an action comes while the old location still stands, and the new one takes its place
  // when the data is loaded: the answer belongs to the location it is shown at last.
  const isNew = answer !== kept.answer || key !== kept.key;
  if (answer !== undefined && isNew) setKept({ answer, key });
  return answer ?? (kept.key === key ? kept.answer : undefined);
}
