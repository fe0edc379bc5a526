import { readFile, writeFile } from 'node:fs/promises';
import type { Io } from './cli/command.types.js';
import { run } from './cli/run.js';
import { RecoverError } from './recover-error.js';

const refuse =
  (what: string) =>
  (error: unknown): never => {
    throw new RecoverError('USAGE', `${what}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  };

const io: Io = {
  print: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
  readFile: (path) => readFile(path).catch(refuse(`${path} cannot be read`)),
  writeFile: (path, text) => writeFile(path, `${text}\n`).catch(refuse(`${path} cannot be written`)),
};

/** `npm run recover`: see docs/recover.md. */
process.exitCode = await run(process.argv.slice(2), process.env, io);
