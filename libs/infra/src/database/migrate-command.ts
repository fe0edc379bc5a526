import { parseArgs } from 'node:util';
import { type CommandSurroundings, describeFailure, requireDatabaseUrl } from './command.js';
import { createDatabase } from './create-database.js';
import type { DatabaseKind } from './identity/database-kind.js';
import { readDatabaseState } from './identity/database-state.js';
import { migrateDown, migrateToLatest } from './migrate.js';

const DIRECTIONS = ['up', 'down', 'status'] as const;
type Direction = (typeof DIRECTIONS)[number];
const isDirection = (text: string): text is Direction => DIRECTIONS.some((direction) => direction === text);

const directionOf = (args: readonly string[]): Direction => {
  const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
  const [direction = 'up', ...more] = positionals;
  if (!isDirection(direction) || more.length > 0)
    throw new Error(`Unknown argument "${[direction, ...more].join(' ')}". Expected: up (default), down or status.`);
  return direction;
};

const run = async (kind: DatabaseKind, args: readonly string[], surroundings: CommandSurroundings): Promise<number> => {
  const direction = directionOf(args);
  const url = requireDatabaseUrl(surroundings, kind);
  const { print } = surroundings;
  const db = createDatabase({ url, maxConnections: 2, statementTimeoutMs: 0, applicationName: 'weir-migrate' });
  try {
    if (direction === 'status') {
      const { state, message } = await readDatabaseState(db, kind);
      print(message);
      return state === 'current' ? 0 : 1;
    }
    const names = direction === 'up' ? await migrateToLatest(db, kind) : await migrateDown(db, kind);
    for (const name of names) print(`${direction}: ${name}`);
    if (names.length === 0) print('Nothing to migrate.');
    return 0;
  } finally {
    await db.destroy();
  }
};

/**
 * Creates a migration command: it brings the database of DATABASE_URL to this version, with `down` undoes the latest
 * step, with `status` says what the database is. Its result is the exit code: 1, with a message, when it cannot, and for
 * a status other than this version's.
 */
export const migrateCommand =
  (kind: DatabaseKind) =>
  async (args: readonly string[], surroundings: CommandSurroundings): Promise<number> => {
    try {
      return await run(kind, args, surroundings);
    } catch (error) {
      surroundings.complain(describeFailure(error));
      return 1;
    }
  };
