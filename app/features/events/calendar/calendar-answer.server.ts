import { createHash } from 'node:crypto';

/**
 * A calendar file as an answer: a mark of its content, so that programs that ask again and again
 * get 304 (RFC 9110 section 13.1.2).
 */
export function calendarAnswer(
  request: Request,
  file: { content: string; name: string; isPublic: boolean },
): Response {
  const mark = `"${createHash('sha256').update(file.content).digest('base64url').slice(0, 27)}"`;
  const headers = {
    ETag: mark,
    'Cache-Control': file.isPublic ? 'public, max-age=300' : 'no-store',
  };
  const known = (request.headers.get('If-None-Match') ?? '')
    .split(',')
    .map((given) => given.trim().replace(/^W\//, ''));
  if (known.includes(mark) || known.includes('*'))
    return new Response(null, { status: 304, headers });
  return new Response(file.content, {
    headers: {
      ...headers,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file.name}.ics"`,
    },
  });
}
