import { UsageError } from '../usage-error.js';
import type { Command, Surroundings } from './command.types.js';

/** What a command does, in one line, and how it is loaded: the doctor's needs the whole service. */
type Listed = readonly [does: string, load: () => Promise<Command>];

const COMMANDS: Readonly<Record<string, Listed>> = {
  listen: [
    'prints events as they happen, or forwards them as a webhook does',
    async () => (await import('./commands/listen.js')).listen,
  ],
  trigger: ['makes an event happen on the local chain', async () => (await import('./commands/trigger.js')).trigger],
  clock: [
    'shows and moves time and blocks of the local chain',
    async () => (await import('./commands/clock.js')).clock,
  ],
  verify: [
    'says what a transaction to sign would do, offline',
    async () => (await import('./commands/verify.js')).verify,
  ],
  ocf: [
    'reviews grants of a cap table, and stores streams for them',
    async () => (await import('./commands/ocf.js')).ocf,
  ],
  doctor: [
    'compares every record with the chain, and repairs what is wrong',
    async () => (await import('./commands/doctor.js')).doctor,
  ],
};
/** Nothing was done: the command was wrong, or what it needs is not there. */
const FAILED = 2;

const USAGE = `npm run weir -- <command> [options]
${Object.entries(COMMANDS)
  .map(([name, [does]]) => `  ${name.padEnd(10)}${does}`)
  .join('\n')}
npm run weir -- <command> --help shows more. WEIR_API and WEIR_DEV name an API and a dev kit other than those of npm start.`;

/** Whether an error says that the command line was wrong. */
const isUsage = (error: unknown): boolean => {
  const { name, code } = error as NodeJS.ErrnoException;
  return name === UsageError.name || code?.startsWith('ERR_PARSE_ARGS') === true;
};

/** Runs a command line. Never throws. @returns the exit code: that of the command, or 2 where it could not do its work */
export const weir = async ([name, ...args]: readonly string[], surroundings: Surroundings): Promise<number> => {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? surroundings.complain : surroundings.print)(USAGE);
    return name === undefined ? FAILED : 0;
  }
  const [, load] = (Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined) ?? [];
  if (load === undefined) {
    surroundings.complain(`There is no command "${name}"\n${USAGE}`);
    return FAILED;
  }
  const command = await load();
  if (args.includes('--help') || args.includes('-h')) {
    surroundings.print(command.usage);
    return 0;
  }
  try {
    return await command.run(args, surroundings);
  } catch (error) {
    if (surroundings.signal.aborted) return 0;
    const { message } = error as Error;
    surroundings.complain(isUsage(error) ? `${message}\n${command.usage}` : message);
    return FAILED;
  }
};
