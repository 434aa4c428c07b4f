/** Whether a text has the form of a UUID (RFC 9562), so that PostgreSQL would accept it. */
export function isUuid(text: string | undefined): text is string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '');
}
