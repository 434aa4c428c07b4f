import { type Challenge, solveChallengeWorkers } from 'altcha-lib';

/**
 * Works for a token, aside of what the person does.
 * @throws when the server cannot be reached or refuses the work
 */
export async function workForToken(): Promise<string> {
  const challenge: Challenge = await (await asked('/app-check')).json();
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(4, Math.max(1, navigator.hardwareConcurrency - 1)),
    createWorker: () =>
      new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' }),
  });
  if (!solution) throw new Error('No solution was found');
  const answer = await asked('/app-check', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ challenge, solution }),
  });
  const { token }: { token: string } = await answer.json();
  return token;
}

async function asked(address: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(address, { ...init, cache: 'no-store' });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer;
}
