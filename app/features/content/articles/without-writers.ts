type Written = { createdBy: string | null; updatedBy: string | null };

/** A record without the ids of its authors and editors, which the public does not get. */
export function withoutWriters<Row extends Written>(row: Row): Omit<Row, keyof Written> {
  const { createdBy: _createdBy, updatedBy: _updatedBy, ...rest } = row;
  return rest;
}
