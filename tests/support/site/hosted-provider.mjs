/**
 * A real OpenID Connect provider on 127.0.0.1 for the tests of the hosted sign-in. Prints its
 * address and waits. Whoever signs in under an e-mail address has that address; one that begins
 * with "unconfirmed" is not confirmed.
 */
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const [, , redirectAddress = ''] = process.argv;
const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = server.address();
const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'site',
      client_secret: 'secret-of-the-site',
      redirect_uris: [redirectAddress],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  conformIdTokenClaims: false,
  cookies: { keys: ['keys of the tests only'] },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: id, email_verified: !id.startsWith('unconfirmed') }),
  }),
});
server.on('request', provider.callback());
process.stdout.write(`${issuer}\n`);
