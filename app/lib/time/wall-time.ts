const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;
/** Years that people mean: others are slips of the finger, or try what the database holds. */
const years = { first: 1990, firstDay: 1900, last: 2100 };

/**
 * Whether it is local wall time as the field of a browser gives it, such as `2027-05-20T09:00`:
 * a day and an hour that exist (30 February does not), in a year that people mean.
 */
export function isWallTime(text: string): boolean {
  if (!pattern.test(text)) return false;
  return isWithin(text, new Date(`${text}Z`), years.first);
}

/** Whether it is a calendar day such as `2027-05-20`; decisions may be older than what is planned. */
export function isDay(text: string): boolean {
  return dayPattern.test(text) && isWithin(text, new Date(text), years.firstDay);
}

function isWithin(text: string, moment: Date, first: number): boolean {
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(text)) return false;
  const year = moment.getUTCFullYear();
  return year >= first && year <= years.last;
}
