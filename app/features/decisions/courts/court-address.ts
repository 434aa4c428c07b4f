export const courtsPath = '/administration/decisions/courts';

/** The page that edits a court; colons may stand in a path as they are (RFC 3986 section 3.3). */
export const courtAddress = (code: string) =>
  `${courtsPath}/${encodeURIComponent(code).replaceAll('%3A', ':')}`;
