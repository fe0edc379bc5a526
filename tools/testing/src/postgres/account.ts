import { execFile } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Whether an error carries this `code`, as Node's system errors (and Postgres' SQLSTATE errors) do. */
export const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;

const run = promisify(execFile);

/** The account that a child process runs as; both absent means the current user. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

const CANDIDATES = ['postgres', 'nobody'];

/**
 * Returns the account to run Postgres as. Postgres refuses to run as root; then an existing unprivileged account is
 * used (`postgres`, else `nobody`) rather than adding one to the system.
 *
 * @throws Error when root has no such account
 */
export async function serverAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  for (const name of CANDIDATES) {
    const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)]);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error(
    `Postgres cannot run as root and there is no account ${CANDIDATES.join(' or ')}. Give DATABASE_URL instead.`,
  );
}

async function idOf(kind: '-u' | '-g', name: string): Promise<number | undefined> {
  try {
    return Number((await run('id', [kind, name])).stdout);
  } catch {
    return undefined;
  }
}

/** Gives a file or directory to the server's account. */
export async function giveTo(path: string, { uid, gid }: Account): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}
