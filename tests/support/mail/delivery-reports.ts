import { readFileSync } from 'node:fs';

/** Mails as mail servers send them back, with the address and Message-ID left open. */
export const deliveryReports = ['postfix', 'exim', 'exchange', 'delayed', 'out-of-office'] as const;

/**
 * One of them, for a mail to `address`.
 * @param messageId of the mail that came back, without angle brackets
 */
export function deliveryReport(
  name: (typeof deliveryReports)[number],
  { address, messageId }: { address: string; messageId: string },
): string {
  const file = new URL(`delivery-reports/${name}.eml`, import.meta.url);
  return readFileSync(file, 'utf8')
    .replaceAll('ADDRESS', address)
    .replaceAll('MESSAGE', messageId)
    .replaceAll('\n', '\r\n');
}
