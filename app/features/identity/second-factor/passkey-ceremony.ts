/** Asks the browser for a passkey and tells the server; the sequence is that of WebAuthn level 3. */
type Answer = { options?: unknown; error?: string; redirectTo?: string };

/** What went wrong, as the key of its text. */
export class PasskeyFailure extends Error {}

async function send(path: string, body: object): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer: Answer = await response.json().catch(() => ({ error: 'error.unexpected' }));
  if (!response.ok || answer.error) throw new PasskeyFailure(answer.error ?? 'error.unexpected');
  return answer;
}

/** Whether this browser can do what follows. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'
  );
}

function asJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyFailure('passkey.none');
  return credential.toJSON();
}

/** @throws PasskeyFailure */
export async function registerPasskey(
  name: string,
  proof: { password: string; code?: string; passkey?: string },
): Promise<void> {
  const { options } = await send('/passkey/register', { step: 'options', ...proof });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the browser checks it
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  const credential = await navigator.credentials.create({ publicKey }).catch(() => null);
  await send('/passkey/register', { step: 'verify', name, response: asJson(credential) });
}

/** Asks for one of the person's passkeys. @throws PasskeyFailure */
async function askForPasskey() {
  const { options } = await send('/passkey/sign-in', { step: 'options' });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the browser checks it
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null);
  return { step: 'verify', response: asJson(credential) };
}

/**
 * @param wish `keepSignedIn`: whether the session is to outlast the browser
 * @throws PasskeyFailure
 */
export async function signInWithPasskey(wish: { keepSignedIn: boolean }): Promise<void> {
  await send('/passkey/sign-in', { ...(await askForPasskey()), ...wish });
}

/** What a form sends to show that the person has a passkey of the account. @throws PasskeyFailure */
export async function provePasskey(): Promise<string> {
  return JSON.stringify(await askForPasskey());
}
