import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const DATABASE = fileURLToPath(new URL('..', import.meta.url));
/** Statements that lock rows, tables or names, and may wait for it. */
const LOCKS = /\.for(?:NoKey)?Update\(\)|\.for(?:Key)?Share\(\)|\bFOR (?:NO KEY )?UPDATE\b|pg_advisory_|\bLOCK TABLE\b/;
const NEVER_WAITS = /\.noWait\(\)|\.skipLocked\(\)|NOWAIT|SKIP LOCKED/;
/** How much of the source after a lock says whether it waits. */
const STATEMENT = 60;

/**
 * Locks that may be waited for by who holds a connection, each with why that is harmless. Everything else locks without waiting
 * (NOWAIT, SKIP LOCKED, pg_try_advisory_xact_lock) in `transactionInTurn`.
 */
const REVIEWED: Readonly<Record<string, string>> = {
  'webhooks/deliveries.ts': 'the sender alone, of which there is one, with at most three connections',
  'watch/watch.repository.ts':
    'the stream watcher alone, one connection; who holds a stream does so for a few statements',
  'migrations/baseline/plan-status.ts':
    'a step of a stream of a plan, and its siblings; held for the statements that record one step',
};

const waitingLocks = async (): Promise<readonly string[]> => {
  const names = (await readdir(DATABASE, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'),
  );
  const waiting = await Promise.all(
    names.map(async (name) => {
      // Comments may speak of locks.
      const text = (await readFile(`${DATABASE}/${name}`, 'utf8')).replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
      const places = [...text.matchAll(new RegExp(LOCKS, 'g'))].map(({ index }) =>
        text.slice(index, index + STATEMENT),
      );
      return places.some((place) => !NEVER_WAITS.test(place)) ? name : undefined;
    }),
  );
  return waiting.filter((name) => name !== undefined).sort();
};

describe('statements that wait for locks', () => {
  it('are those that were reviewed', async () => {
    expect(await waitingLocks()).toEqual(Object.keys(REVIEWED).sort());
  });
});
