import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const GUARD = fileURLToPath(new URL('guard.js', import.meta.url));

/**
 * Starts the guard that ends all processes of this run after this process has ended, even by SIGKILL. It does not keep this process
 * alive.
 *
 * @param name variable of the environment that marks processes of the run
 * @param value its value, unique to the run
 * @param directory removed at the end
 */
export const startGuard = (name, value, directory = '') => {
  const environment = { ...process.env, NODE_OPTIONS: '' };
  delete environment[name];
  const guard = spawn(process.execPath, [GUARD, `${name}=${value}`, directory], {
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: environment,
  });
  guard.unref();
  guard.stdin.unref();
};
