/** Something in the trash as it is listed, in one value of a form. */
export const trashKey = ({ id, version }: { id: string; version: number }) => `${id}/${version}`;
