type Written = { createdBy: string | null; updatedBy: string | null };

/** A record as the public gets it: who wrote or changed it is nobody's business there. */
export function withoutWriters<Row extends Written>(row: Row): Omit<Row, keyof Written> {
  const { createdBy: _createdBy, updatedBy: _updatedBy, ...rest } = row;
  return rest;
}
