import type { Migration } from 'kysely';
import type { CommandName } from '../../installation.js';

/** A migration and the version that the database has with it. */
export interface VersionedMigration extends Migration {
  /**
   * `major.minor`. A migration that only adds, and leaves what older programs read and write valid, raises the minor
   * number. One that removes or changes something raises the major number: programs of the major number before do not
   * run on it.
   */
  readonly version: string;
}

/** Migrations by name, in the order of their names. */
export type Migrations = Readonly<Record<string, VersionedMigration>>;

/** What a database of one of the apps is. */
export interface DatabaseKind {
  /** Recorded in the database. */
  readonly app: 'api' | 'indexer';
  readonly migrations: Migrations;
  /** The command that brings it to this version. */
  readonly migrate: CommandName;
  /** Tables of what people make, which messages name first. */
  readonly recordTables: readonly string[];
  /** Tables that processes fill by themselves, so that their rows are not a reason to keep the database. */
  readonly refilledTables: readonly string[];
  /** What to do first where somebody wants to undo a migration of a database with rows. */
  readonly beforeDown: string;
}

/** A version's numbers; undefined for a text that is none. */
const numbersOf = (version: string): readonly [major: number, minor: number] | undefined => {
  const [, major, minor] = /^(\d{1,9})\.(\d{1,9})$/.exec(version) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
};

/** Returns the higher of the versions of migrations; undefined where there are none. */
export const highestVersion = (migrations: readonly VersionedMigration[]): string | undefined =>
  migrations.map(({ version }) => version).sort((a, b) => (compareVersions(a, b) === 'older' ? 1 : -1))[0];

/**
 * Compares a database's version with the one that a program needs.
 *
 * @returns `newer-compatible` where the program runs on it although a later one has migrated it, as during an update;
 *   `unreadable` for a text that is not a version
 */
export const compareVersions = (
  found: string,
  needed: string,
): 'same' | 'older' | 'newer' | 'newer-compatible' | 'unreadable' => {
  const [database, program] = [numbersOf(found), numbersOf(needed)];
  if (database === undefined || program === undefined) return 'unreadable';
  if (database[0] !== program[0]) return database[0] < program[0] ? 'older' : 'newer';
  if (database[1] === program[1]) return 'same';
  return database[1] < program[1] ? 'older' : 'newer-compatible';
};
