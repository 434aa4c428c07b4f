import { spawn } from 'node:child_process';

/** What root has after signing in to the machine, and nothing of whoever runs the tests. */
const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
};

/**
 * Types commands into a shell of root, which ends at the first that fails.
 * @param input what is typed when a command asks; there is no terminal
 * @returns what they printed
 */
export function shell(commands: string, input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('setsid', ['--wait', 'bash', '--norc', '-euc', commands], {
      cwd: '/root',
      env: environment,
    });
    let output = '';
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stdin.on('error', () => undefined).end(input);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(printed.trimEnd());
      else reject(new Error(`${commands}\nended with ${code}:\n${output}`));
    });
  });
}
