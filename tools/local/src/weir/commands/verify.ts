import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Command } from '../command.types.js';

const VERIFIER = fileURLToPath(new URL('../../../../../libs/verify/src/cli/weir-verify.ts', import.meta.url));

/** `weir verify`: the command of @weir/verify, which does not depend on the service and loads nothing of it. */
export const verify: Command = {
  usage: `npm run weir -- verify [FILE]
As weir-verify of libs/verify: FILE, or standard input, holds what the service answered and what was asked for.
Exit code: 0 it does what was asked for; 1 it must not be signed; 2 nothing was checked; 3 it was only read.`,
  async run(args, { signal }) {
    const child = spawn(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', VERIFIER, ...args], {
      stdio: 'inherit',
      signal,
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 2;
  },
};
