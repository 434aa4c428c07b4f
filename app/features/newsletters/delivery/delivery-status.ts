/** What a mail server reports of one recipient (RFC 3464). */
export type DeliveryStatus = {
  /** In lower case. */
  recipient: string;
  action: string;
  /** RFC 3463, such as 5.1.1. */
  status: string;
  /** Of the mail that came back, without angle brackets; null when it is not told. */
  messageId: string | null;
};

type Part = { headers: Map<string, string>; body: string };

const deepest = 10;

/**
 * Reads the reports in a mail that a mail server sent back (multipart/report).
 * @param source the whole mail, with its headers
 * @returns one entry per recipient; none when the mail is no such report
 */
export function readDeliveryStatus(source: string): DeliveryStatus[] {
  const parts = partsOf(source.replaceAll('\r\n', '\n'), 0);
  const report = parts.find((part) => typeOf(part) === 'message/delivery-status');
  if (!report) return [];
  const returned = parts.find((part) =>
    ['message/rfc822', 'text/rfc822-headers', 'message/global'].includes(typeOf(part)),
  );
  const messageId = returned && headersOf(returned.body).get('message-id');
  return report.body
    .split(/\n[ \t]*\n/)
    .map(headersOf)
    .filter((fields) => fields.has('action'))
    .map((fields) => ({
      recipient: addressOf(fields.get('final-recipient') ?? fields.get('original-recipient') ?? ''),
      action: (fields.get('action') ?? '').toLowerCase(),
      status: statusOf(fields),
      messageId: messageId?.replaceAll(/[<>]/g, '').trim() ?? null,
    }))
    .filter(({ recipient }) => recipient !== '');
}

const typeOf = ({ headers }: Part) =>
  (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const code = /\b\d\.\d{1,3}\.\d{1,3}\b/;

/** Some servers only say that it failed (5.0.0), and why in what the other server had told them. */
function statusOf(fields: Map<string, string>): string {
  const status = code.exec(fields.get('status') ?? '')?.[0] ?? '';
  const told = code.exec(fields.get('diagnostic-code') ?? '')?.[0];
  return status.endsWith('.0.0') && told?.[0] === status[0] ? (told ?? status) : status;
}

/** "rfc822; ada@court.example" */
const addressOf = (field: string) =>
  (field.split(';').at(-1) ?? '').replaceAll(/[<>]/g, '').trim().toLowerCase();

function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  const head = text.replace(/^\n+/, '').split(/\n[ \t]*\n/, 1)[0] ?? '';
  for (const line of head.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const at = line.indexOf(':');
    if (at > 0) headers.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
  return headers;
}

/** A mail and everything in it, one after the other. */
function partsOf(source: string, depth: number): Part[] {
  const headers = headersOf(source);
  const at = source.search(/\n[ \t]*\n/);
  const rest = at === -1 ? '' : source.slice(at).replace(/^\n[ \t]*\n/, '');
  const body = decoded(rest, headers.get('content-transfer-encoding'));
  const part = { headers, body };
  const boundary = /boundary="?([^";]+)"?/i.exec(headers.get('content-type') ?? '')?.[1];
  if (!boundary || depth > deepest) return [part];
  const inner = body.split(`--${boundary}`).slice(1);
  const closed = inner.findIndex((piece) => piece.startsWith('--'));
  const pieces = closed === -1 ? inner : inner.slice(0, closed);
  return [part, ...pieces.flatMap((piece) => partsOf(piece.replace(/^[ \t]*\n/, ''), depth + 1))];
}

function decoded(body: string, encoding = '7bit'): string {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return new TextDecoder().decode(
        Uint8Array.from(safeAtob(body.replaceAll(/[^A-Za-z0-9+/=]/g, '')), (c) => c.charCodeAt(0)),
      );
    case 'quoted-printable':
      return body
        .replaceAll(/=\n/g, '')
        .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
    default:
      return body;
  }
}

function safeAtob(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}

/**
 * Whether a code says that the address itself is of no use any more (RFC 3463; RFC 7505 has 5.1.10); others
 * speak of the sender, of the message, of a full mailbox or of the server, and say nothing of the next mail.
 */
export function isAddressGone(code: string): boolean {
  return /^5\.(1\.([1236]|10)|2\.1)$/.test(code);
}
