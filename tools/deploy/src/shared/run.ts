import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What builds may see of the environment: nothing of it decides about their bytes. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'npm_config_cache', 'npm_config_registry'];

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(KEPT.map((name) => [name, process.env[name]])),
  NX_DAEMON: 'false',
  npm_config_fund: 'false',
  npm_config_audit: 'false',
});

/**
 * Runs a command in a folder.
 *
 * @returns what it prints
 * @throws Error with all that it printed, where it fails
 */
export const run = async (cwd: string, file: string, ...args: readonly string[]): Promise<string> => {
  try {
    return (await promisify(execFile)(file, args, { cwd, env: environment(), maxBuffer: 1 << 26 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${file} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
};
