import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The answer to the last form of this page, for pages that load their data again by themselves:
 * React Router forgets it then, and what is wrong in a form would disappear before it is read.
 * @returns the answer until the next form is sent or another page is opened
 */
export function useStickyActionData<Answer>(answer: Answer | undefined): Answer | undefined {
  const { key } = useLocation();
  const [kept, setKept] = useState({ answer, key });
  if (answer !== undefined && answer !== kept.answer) setKept({ answer, key });
  return answer ?? (kept.key === key ? kept.answer : undefined);
}
