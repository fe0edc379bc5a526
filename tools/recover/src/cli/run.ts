import { CovenantError } from '@weir/covenants';
import { BroadcastRejectedError, ChainUnavailableError, HistoryHiddenError } from '@weir/infra/electrum';
import { openChain, type RecoverContext } from '../chain/open-chain.js';
import { RecoverError } from '../recover-error.js';
import type { Answer, Command, Environment, Task } from './command.types.js';
import { build } from './commands/build.js';
import { list } from './commands/list.js';
import { vault } from './commands/vault.js';
import type { Io } from './io.js';
import { parseCommand } from './parse-command.js';
import { USAGE } from './usage.js';

/** The exit codes, explained in {@link USAGE}. */
export const EXIT = {
  done: 0,
  fault: 1,
  USAGE: 2,
  unavailable: 3,
  NOT_FOUND: 4,
  NOT_POSSIBLE: 5,
  rejected: 6,
  incomplete: 7,
} as const;

const broadcast = async (hex: string, { chain }: RecoverContext): Promise<Answer> => {
  const txid = await chain.broadcast(hex.trim());
  return { text: `Sent: ${txid}`, json: { sent: [txid] } };
};

const perform = (
  task: Exclude<Task, { name: 'help' }>,
  { settings }: Command,
  context: RecoverContext,
  io: Io,
): Promise<Answer> => {
  switch (task.name) {
    case 'list':
      return list(task, context, io);
    case 'build':
      return build(task, settings, context, io);
    case 'broadcast':
      return broadcast(task.hex, context);
    default:
      return vault(task, settings, context, io);
  }
};

const explain = (error: unknown): { readonly code: number; readonly message: string } => {
  if (error instanceof RecoverError) return { code: EXIT[error.problem], message: error.message };
  if (error instanceof HistoryHiddenError)
    return {
      code: EXIT.unavailable,
      message: `${error.message}: servers list no history beyond their limit. Name others with --server`,
    };
  if (error instanceof ChainUnavailableError) return { code: EXIT.unavailable, message: error.message };
  if (error instanceof BroadcastRejectedError)
    return { code: EXIT.rejected, message: `${error.message}. If somebody was faster, build it again` };
  if (error instanceof CovenantError) return { code: EXIT.NOT_POSSIBLE, message: error.message };
  if (error instanceof RangeError) return { code: EXIT.NOT_POSSIBLE, message: error.message };
  return { code: EXIT.fault, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
};

/** Removes control characters from a server's words, which could otherwise steer the user's terminal. */
const harmless = (text: string): string => text.replace(/[^\P{C}\n]/gu, '');

/** Returns the chain with a fee rate that is nowhere below the given one. */
const payingAtLeast = (feeRate: bigint | undefined, chain: RecoverContext['chain']): RecoverContext['chain'] => {
  if (feeRate === undefined) return chain;
  const highest = async (): Promise<bigint> => {
    const asked = await chain.feeRate();
    return asked > feeRate ? asked : feeRate;
  };
  return { ...chain, feeRate: highest };
};

const answer = async (command: Command, io: Io): Promise<number> => {
  const { settings, task } = command;
  if (task.name === 'help') {
    io.print(USAGE);
    return EXIT.done;
  }
  const open = await openChain(settings.network, settings.servers);
  try {
    const context: RecoverContext = {
      chain: payingAtLeast(settings.feeRate, open.chain),
      eachHistory: open.eachHistory,
      network: settings.network,
      servers: settings.servers,
      now: () => Math.floor(Date.now() / 1000),
      onProgress: (what) => io.complain(what),
    };
    const { json, text, file, incomplete = false } = await perform(task, command, context, io);
    if (settings.out !== undefined && file !== undefined) await io.writeFile(settings.out, file);
    io.print(settings.json ? JSON.stringify(json) : text);
    return incomplete ? EXIT.incomplete : EXIT.done;
  } finally {
    await open.close();
  }
};

/**
 * Runs a command line.
 *
 * @returns the exit code, see {@link EXIT}
 */
export const run = async (args: readonly string[], environment: Environment, io: Io): Promise<number> => {
  try {
    return await answer(parseCommand(args, environment), io);
  } catch (error) {
    const { code, message } = explain(error);
    io.complain(harmless(message));
    return code;
  }
};
