/** A change of a record, made under the record's lock. */
export type Change<Scope> = (scope: Scope) => Promise<unknown>;

/** What the chain shows of a record. */
export interface Look<Scope> {
  /** What is not recorded yet, in order. Each change is recorded by itself; empty where the record is as the chain. */
  readonly changes: Iterable<Change<Scope>> | AsyncIterable<Change<Scope>>;
  /** Whether nothing more can follow once they are recorded; otherwise the record is looked at again. */
  readonly isComplete: boolean;
}

/** A record of one kind, as far as following the chain needs to know it. */
export interface ChainRecord<Row, Scope, Seen extends Look<Scope>> {
  /** How often a look starts over because it found something, or because somebody else moved the row meanwhile. */
  readonly attempts: number;
  /** Loads the row. */
  load(): Promise<Row>;
  /** Reads the chain for the row, without any lock. */
  look(row: Row): Promise<Seen>;
  /** Takes the row's lock. */
  lock<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result>;
  /** Whether nobody has moved the row since it was read. */
  isAsRead(scope: Scope, row: Row): boolean | Promise<boolean>;
  /** Returns the locked row as it is now. @param row as it was read */
  rowIn(scope: Scope, row: Row): Row | Promise<Row>;
  /** Makes the refusal where others keep moving the row. */
  busy(row: Row): Error;
}

/** How a record is written: everything of it but how the chain is read. */
type Recording<Row, Scope> = Pick<ChainRecord<Row, Scope, Look<Scope>>, 'lock' | 'isAsRead' | 'rowIn'>;

/**
 * Records changes of a row as it was read, each under a lock of its own.
 *
 * @returns the row afterwards; undefined where somebody else moved it meanwhile, and nothing more was recorded
 */
export const recordChanges = async <Row, Scope>(
  record: Recording<Row, Scope>,
  row: Row,
  changes: Look<Scope>['changes'],
): Promise<Row | undefined> => {
  let current: Row | undefined = row;
  for await (const change of changes) {
    const before: Row = current;
    current = await record.lock(async (scope) => {
      if (!(await record.isAsRead(scope, before))) return undefined;
      await change(scope);
      return record.rowIn(scope, before);
    });
    if (current === undefined) return undefined;
  }
  return current;
};

/** A record that was brought up to the chain, and the last look at it. */
export interface Followed<Row, Seen> {
  readonly row: Row;
  readonly look: Seen;
}

/** How a record is followed. */
export interface FollowOptions<Row> {
  /** The row, where it is loaded already. */
  readonly row?: Row | undefined;
  /** Whether the chain is only looked at, once, and nothing is recorded. */
  readonly dryRun?: boolean;
}

/**
 * Finds out what the chain did to a record since what is known, and records it. Reads the chain before it takes the row's lock,
 * and starts over when the row moved meanwhile.
 *
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const follow = async <Row, Scope, Seen extends Look<Scope>>(
  record: ChainRecord<Row, Scope, Seen>,
  { row: loaded, dryRun = false }: FollowOptions<Row> = {},
): Promise<Followed<Row, Seen>> => {
  let row = loaded ?? (await record.load());
  for (let tries = 1; ; tries += 1) {
    const look = await record.look(row);
    if (dryRun) return { row, look };
    const after = await recordChanges(record, row, look.changes);
    if (after !== undefined && look.isComplete) return { row: after, look };
    if (tries >= record.attempts) throw record.busy(row);
    // Where nothing was recorded, somebody else has moved it.
    row = after === undefined || after === row ? await record.load() : after;
  }
};
