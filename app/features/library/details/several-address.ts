/** Most files whose details are checked at once. */
export const mostAtOnce = 50;

/** Where the details of these files are checked together. */
export const severalAddress = (ids: readonly string[]) =>
  `/intranet/details?files=${ids.join(',')}`;
