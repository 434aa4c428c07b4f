/** Whether the browser shows the answer to a person, and no script reads it (Fetch Metadata). */
export const isNavigation = ({ headers }: Request): boolean =>
  headers.get('Sec-Fetch-Dest') === 'document';
