/** How many there were in each month or day, the present one last. */
export type Trend = {
  name: 'accounts' | 'registrations' | 'reading' | 'failed-mails';
  span: 'month' | 'day';
  /** Each begins at midnight of the day named, in Brussels. */
  points: { start: string; number: number }[];
};
