import { describe, expect, test } from 'vitest';
import { deliveryReport } from '../../../../tests/support/mail/delivery-reports';
import { isAddressGone, readDeliveryStatus } from './delivery-status';

const mail = { address: 'ada@court.example', messageId: 'letter-1@association.example' };

describe('a report of a mail server', () => {
  test.each([
    ['postfix', '5.1.1'],
    ['exim', '5.1.1'],
    ['exchange', '5.1.10'],
  ] as const)('of %s says which mail came back and why', (name, status) => {
    const { address: recipient, messageId } = mail;
    expect(readDeliveryStatus(deliveryReport(name, mail))).toEqual([
      { recipient, messageId, status, action: 'failed' },
    ]);
    expect(isAddressGone(status)).toBe(true);
  });

  test('that a mail is late is no failure, and an automatic reply is no report', () => {
    expect(readDeliveryStatus(deliveryReport('delayed', mail))).toMatchObject([
      { action: 'delayed', status: '4.4.1' },
    ]);
    expect(readDeliveryStatus(deliveryReport('out-of-office', mail))).toEqual([]);
  });
});

test('only some codes speak of the address', () => {
  for (const code of ['5.2.2', '5.1.7', '5.1.8', '5.1.90', '5.7.1', '4.1.1', '5.0.0', '']) {
    expect(isAddressGone(code), code).toBe(false);
  }
});
