/** A newsletter and the version of it that is listed, in one value of a form. */
export const draftKey = ({ id, version }: { id: string; version: number }) => `${id}/${version}`;
