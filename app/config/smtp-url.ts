import { isLoopback } from './is-loopback';

/** The mail server as given by SMTP_URL. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte, as smtps:// asks for. */
  secure: boolean;
  /**
   * `required`: STARTTLS with a trusted certificate, or no mail goes out. `offered`: the server is
   * this machine, so nothing can be overheard; STARTTLS is used with any certificate where there is
   * one. `off`: by setting, never.
   */
  tls: 'required' | 'offered' | 'off';
  auth?: { user: string; pass: string };
};

const shape = 'must be an address such as smtp://user:password@mail.example.org:587';
const encoding = 'percent-encode special characters in user and password: @ is %40, / is %2F';

/**
 * Reads SMTP_URL.
 * @throws Error describing the problem without the value, which holds a password
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) throw new Error(shape);
  if (!['', '/'].includes(url.pathname) || url.hash) {
    throw new Error(`has something after the host; ${encoding}`);
  }
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const port = Number(url.port) || (secure ? 465 : 587);
  if (port === 465 && !secure) throw new Error('names port 465, which needs smtps://');
  const [user, pass] = [decode(url.username), decode(url.password)];
  return {
    host,
    port,
    secure,
    tls: tlsOf(url, { secure, isOwnMachine: isLoopback(host) }),
    ...(user ? { auth: { user, pass } } : {}),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error(`has a % that stands for nothing; ${encoding} and % is %25`);
  }
}

function tlsOf(
  url: URL,
  { secure, isOwnMachine }: { secure: boolean; isOwnMachine: boolean },
): SmtpServer['tls'] {
  for (const name of url.searchParams.keys()) {
    if (name !== 'tls') throw new Error('may end in ?tls=off or ?tls=required and nothing else');
  }
  const given = url.searchParams.get('tls');
  if (given === null) return isOwnMachine && !secure ? 'offered' : 'required';
  if (given !== 'off' && given !== 'required') {
    throw new Error('has a tls that is neither off nor required');
  }
  if (given === 'off' && secure) throw new Error('says both smtps:// and tls=off');
  return given;
}
