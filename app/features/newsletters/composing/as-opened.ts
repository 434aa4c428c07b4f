import { useState } from 'react';
import { useLocation } from 'react-router';

type Loaded = { newsletter: { status: string } | null };

/**
 * What a page with a draft shows: that with which it was opened, until it is saved, a step is taken
 * or another page is opened. Read again in the background it would put what someone else has saved
 * over what is typed. A newsletter that is no draft any more is shown as it is now.
 * @param answer the refusal that is shown: what was opened stays then as well
 */
export function useAsOpened<Page extends Loaded>(loaded: Page, answer: unknown): Page {
  const { key } = useLocation();
  const [opened, setOpened] = useState({ key, page: loaded });
  const { newsletter } = opened.page;
  const isDraft = newsletter === null || newsletter.status === 'draft';
  const isOpen = key === opened.key || answer !== undefined;
  const page = isDraft && isOpen ? opened.page : loaded;
  if (key !== opened.key || page !== opened.page) setOpened({ key, page });
  return page;
}
