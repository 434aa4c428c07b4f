/** Whether the browser sends Global Privacy Control or Do Not Track. */
export function asksNotToBeTracked(): boolean {
  if (typeof navigator === 'undefined') return true;
  const wishes: { globalPrivacyControl?: unknown; doNotTrack?: unknown } = navigator;
  return wishes.globalPrivacyControl === true || wishes.doNotTrack === '1';
}

/** The same preference as request headers (Sec-GPC, DNT). */
export function headersAskNotToBeTracked(headers: Headers): boolean {
  return headers.get('sec-gpc') === '1' || headers.get('dnt') === '1';
}
