type TableEvent = 'INSERT' | 'UPDATE' | 'DELETE';

const SIDES: Readonly<Record<TableEvent, string>> = {
  INSERT: 'NEW TABLE AS added',
  UPDATE: 'OLD TABLE AS removed NEW TABLE AS added',
  DELETE: 'OLD TABLE AS removed',
};

/** What a trigger function begins and ends with, after its name. */
export const BEGIN = 'RETURNS trigger LANGUAGE plpgsql AS $function$ BEGIN';
export const END = 'RETURN NULL; END $function$;';

/** Returns the triggers that run a function after each statement of some events on a table, named after it. */
export const triggersOf = (name: string, table: string, ...events: readonly TableEvent[]): string =>
  events
    .map(
      (event) => `
CREATE TRIGGER ${name}_${event.toLowerCase()} AFTER ${event} ON ${table}
  REFERENCING ${SIDES[event]} FOR EACH STATEMENT EXECUTE FUNCTION ${name}();`,
    )
    .join('');

/** What an update does that is not the sum of a removal and an addition. */
interface OnUpdate {
  /** Condition under which it changes anything. */
  readonly when?: string;
  /** Selects the rows that it changed. */
  readonly changed?: string;
}

/**
 * Returns what a trigger function runs over the rows that any of the three events changed. Transition tables exist only for their own event,
 * so there is one statement for each.
 *
 * @param rows selects from a transition table what is needed of its rows, with the sign of their change
 */
export const onEachEvent = (
  rows: (table: 'added' | 'removed', sign: 1 | -1) => string,
  statement: (changed: string) => string,
  { when, changed = `${rows('removed', -1)} UNION ALL ${rows('added', 1)}` }: OnUpdate = {},
): string => `
    IF TG_OP = 'INSERT' THEN ${statement(rows('added', 1))}
    ELSIF TG_OP = 'DELETE' THEN ${statement(rows('removed', -1))}
    ${when === undefined ? 'ELSE' : `ELSIF ${when} THEN`} ${statement(changed)}
    END IF;`;

/** Returns the indexes by which unpaid records are counted, by who created them, and expire. */
export const unpaidIndexes = (table: string, isUnpaid: string): string =>
  ['created_by', 'created_from', 'expires_at']
    .map(
      (column) => `
CREATE INDEX ${table}_unpaid_${column} ON ${table} (${column}) WHERE ${column} IS NOT NULL AND ${isUnpaid};`,
    )
    .join('');
