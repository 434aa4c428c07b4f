/** Where the file store keeps one size of a picture. */
export const pictureKey = (id: string, width: number, format: string) =>
  `pictures/${id}/${width}.${format}`;
