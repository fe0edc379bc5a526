import { unknownSettings } from '../settings/unknown-settings.js';
import type { DatabaseKind } from './identity/database-kind.js';

/** The surroundings of a command that runs on a database. */
export interface CommandSurroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Asks somebody at a terminal; undefined where nobody is there. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

/** Returns the messages of an error and its causes, a line each. */
export const describeFailure = (error: unknown): string => {
  const messages: string[] = [];
  for (let reason: unknown = error; reason instanceof Error; reason = reason.cause) messages.push(reason.message);
  return messages.length === 0 ? String(error) : messages.join('\n');
};

/** Reads DATABASE_URL, and complains about variables that look like settings and are none. @throws Error where it is not set */
export const requireDatabaseUrl = ({ env, complain }: CommandSurroundings, { app }: DatabaseKind): string => {
  for (const line of unknownSettings(env)) complain(line);
  const url = env['DATABASE_URL']?.trim() ?? '';
  if (url !== '') return url;
  const [owner, name] = app === 'api' ? ["the API's", 'weir'] : ["the indexer's", 'weir_indexer'];
  throw new Error(
    `DATABASE_URL is not set: expected ${owner} database. Example: DATABASE_URL=postgres://user:password@127.0.0.1:5432/${name}`,
  );
};

/** Runs a command as this process: with its arguments, settings and streams. Its result is the exit code. */
export const runAsProcess = async (
  command: (args: readonly string[], surroundings: CommandSurroundings) => Promise<number>,
  ask?: CommandSurroundings['ask'],
): Promise<void> => {
  process.exitCode = await command(process.argv.slice(2), {
    env: process.env,
    print: (text) => console.log(text),
    complain: (text) => console.error(text),
    ask,
  });
};
