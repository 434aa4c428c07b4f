import { isIP } from 'node:net';
import { passkey } from '@better-auth/passkey';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { genericOAuth } from 'better-auth/plugins';
import { z } from 'zod';
import { config } from '~/config/config.server';
import { association } from './association.server';

/** The hosted provider's name in the sign-in methods and in the address of its answer. */
export const hostedProviderId = 'hosted';

/**
 * Starts a session for a person who has shown who they are by other means than the library's own:
 * after the second step of the sign-in. Callable from the server only, it has no address.
 */
export function startingSessions() {
  return {
    id: 'starting-sessions',
    endpoints: {
      startSession: createAuthEndpoint.serverOnly(
        {
          method: 'POST',
          body: z.strictObject({ userId: z.uuid(), rememberMe: z.boolean() }),
        },
        async (context) => {
          const { userId, rememberMe } = context.body;
          const { internalAdapter } = context.context;
          const user = await internalAdapter.findUserById(userId);
          const session = user && (await internalAdapter.createSession(userId, !rememberMe));
          if (!user || !session) throw new APIError('UNAUTHORIZED');
          await setSessionCookie(context, { session, user }, !rememberMe);
          return { userId };
        },
      ),
    },
  };
}

/** Reads the session cookie of a request. Callable from the server only, it has no address. */
export function readingTokens() {
  return {
    id: 'reading-tokens',
    endpoints: {
      readSessionToken: createAuthEndpoint.serverOnly({ method: 'GET' }, async (context) => {
        const { authCookies, secret } = context.context;
        const token = await context.getSignedCookie(authCookies.sessionToken.name, secret);
        return { token: token || null };
      }),
    },
  };
}

/** Passkeys are bound to a host name, so a site that answers at a bare address has none. */
export function arePasskeysPossible(): boolean {
  return isIP(new URL(config().server.origin).hostname.replace(/^\[|\]$/g, '')) === 0;
}

function requireVerified(isVerified: boolean | undefined): void {
  if (!isVerified) throw new APIError('UNAUTHORIZED');
}

/** Passkeys (W3C WebAuthn level 3); the device asks for finger, face or code each time. */
export function passkeys() {
  const { origin } = config().server;
  return passkey({
    rpID: new URL(origin).hostname,
    rpName: association().shortName,
    origin,
    advanced: { webAuthnChallengeCookie: 'passkey' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => {
        requireVerified(verification.registrationInfo?.userVerified);
      },
    },
    authentication: {
      afterVerification: ({ verification }) => {
        requireVerified(verification.authenticationInfo.userVerified);
      },
    },
  });
}

/** Any OpenID Connect provider; it makes no accounts, it only opens existing ones. */
export function hostedProviders() {
  const provider = config().hostedProvider;
  if (!provider) return [];
  return [
    genericOAuth({
      config: [
        {
          providerId: hostedProviderId,
          discoveryUrl: `${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
          clientId: provider.clientId,
          clientSecret: provider.clientSecret,
          scopes: ['openid', 'email'],
          pkce: true,
          requireIdTokenVerification: true,
          disableSignUp: true,
          disableImplicitSignUp: true,
          overrideUserInfo: false,
        },
      ],
    }),
  ];
}
