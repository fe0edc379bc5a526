import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Fixture } from '../../../support/fixture.js';
import type { Surgery, World } from '../world.js';

interface Scene extends Pick<Surgery, 'database'> {
  readonly fixture: Fixture;
  readonly world: World;
}

/** A fault, and how it comes about. */
export interface InjectedFault {
  readonly fault: string;
  readonly inject: (scene: Scene) => Promise<unknown>;
  /** Faults that come with it. */
  readonly finds?: readonly string[];
  /** Tables that are not as before once it is repaired; `*` where the chain went on. */
  readonly leaves?: readonly string[];
}

/** Returns a random hash. */
export const hash = (): string => randomBytes(32).toString('hex');

/** Injects a fault by one statement. */
export const byStatement =
  (statement: (world: World) => RawBuilder<unknown>): InjectedFault['inject'] =>
  ({ database, world }) =>
    statement(world).execute(database);

/** Injects a fault by statements, one after the other. */
export const byStatements =
  (...statements: readonly ((world: World) => RawBuilder<unknown>)[]): InjectedFault['inject'] =>
  async ({ database, world }) => {
    for (const statement of statements) await statement(world).execute(database);
  };

/** The condition that picks a record's steps. */
export const stepsOf = (type: 'stream' | 'vault' | 'purse' | 'currency_payment', id: string) =>
  sql`resource_type = ${type} AND resource_id = ${id}`;
