import { Socket } from 'node:net';

/**
 * Preloaded into the site under test (`node --import`): says on standard error when the server opens
 * a connection to a machine that nothing in its settings names. Nothing leaves the house unasked.
 */
const settings = ['DATABASE_URL', 'FILE_STORE_URL', 'SMTP_URL', 'OIDC_ISSUER'];
const named = settings
  .map((name) => process.env[name] ?? '')
  .flatMap((address) => (URL.canParse(address) ? [new URL(address).hostname] : []));

/** @param {string} host a name or an address */
function note(host) {
  const isHere = /^(localhost$|127\.|::1$|\/)/.test(host);
  if (!isHere && !named.includes(host)) {
    process.stderr.write(`A connection to another machine: ${host}\n`);
  }
}

const connect = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect')?.value;

/**
 * @this {Socket}
 * @param {unknown[]} how
 */
function connectAndNote(...how) {
  let isNamed = false;
  this.once('lookup', (...[, , , host]) => {
    isNamed = true;
    note(host);
  });
  this.once('connectionAttempt', (address) => {
    if (!isNamed) note(address);
  });
  return Reflect.apply(connect, this, how);
}

Socket.prototype.connect = connectAndNote;
