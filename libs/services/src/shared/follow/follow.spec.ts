import { type ChainRecord, type Change, follow, type Look } from './follow.js';

interface Row {
  readonly steps: readonly string[];
}

interface Scope {
  readonly add: (step: string) => void;
  readonly row: Row;
}

/** A record whose steps are words; the chain has those of `onChain`. */
const recordOf = (onChain: readonly string[], { atOnce = Infinity, attempts = 3 } = {}) => {
  let stored: Row = { steps: [] };
  const looks: Row[] = [];
  const scope: Scope = {
    add: (step) => (stored = { steps: [...stored.steps, step] }),
    get row() {
      return stored;
    },
  };
  const changeTo =
    (step: string): Change<Scope> =>
    ({ add }) => {
      add(step);
      return Promise.resolve();
    };
  const record: ChainRecord<Row, Scope, Look<Scope>> = {
    attempts,
    load: () => Promise.resolve(stored),
    look(row) {
      looks.push(row);
      const missing = onChain.slice(row.steps.length, row.steps.length + atOnce);
      return Promise.resolve({ changes: missing.map(changeTo), isComplete: missing.length < atOnce });
    },
    lock: (work) => work(scope),
    isAsRead: ({ row }, before) => row === before,
    rowIn: ({ row }) => row,
    busy: ({ steps }) => new Error(`busy at ${steps.length}`),
  };
  return { record, looks, scope, stored: () => stored.steps };
};

describe('follow', () => {
  it('records what the chain shows, and returns the row afterwards', async () => {
    const { record, looks, stored } = recordOf(['fund', 'claim']);
    expect((await follow(record)).row).toEqual({ steps: ['fund', 'claim'] });
    expect(stored()).toEqual(['fund', 'claim']);
    expect(looks).toHaveLength(1);
  });

  it('looks again until a look is complete', async () => {
    const { record, looks } = recordOf(['fund', 'claim', 'close'], { atOnce: 2 });
    expect((await follow(record)).row.steps).toEqual(['fund', 'claim', 'close']);
    expect(looks.map(({ steps }) => steps.length)).toEqual([0, 2]);
  });

  it('starts over when somebody else moves the row between two changes', async () => {
    const { record, scope, looks, stored } = recordOf(['fund', 'claim', 'close']);
    let isFirst = true;
    const rowIn = (given: Scope): Row => {
      const { row } = given;
      if (isFirst) scope.add('claim');
      isFirst = false;
      return row;
    };
    await follow({ ...record, rowIn });
    expect(stored()).toEqual(['fund', 'claim', 'close']);
    expect(looks.map(({ steps }) => steps.length)).toEqual([0, 2]);
  });

  it('loads the row again when a look is not complete and has nothing to record', async () => {
    const { record, scope, looks } = recordOf([]);
    const look = async (row: Row): Promise<Look<Scope>> => {
      await record.look(row);
      if (row.steps.length === 0) scope.add('fund');
      return { changes: [], isComplete: row.steps.length > 0 };
    };
    expect((await follow({ ...record, look })).row.steps).toEqual(['fund']);
    expect(looks).toHaveLength(2);
  });

  it('records nothing in a dry run', async () => {
    const { record, stored } = recordOf(['fund']);
    const { look } = await follow(record, { dryRun: true });
    expect([...(look.changes as readonly unknown[])]).toHaveLength(1);
    expect(stored()).toEqual([]);
  });

  it('starts from a row that is loaded already', async () => {
    const { record, looks } = recordOf([]);
    const row = { steps: ['fund'] };
    expect((await follow(record, { row })).row).toBe(row);
    expect(looks).toEqual([row]);
  });

  it('gives up after so many looks while others keep moving the row', async () => {
    const { record, looks } = recordOf(['fund'], { attempts: 3 });
    await expect(follow({ ...record, isAsRead: () => false })).rejects.toThrow('busy at 0');
    expect(looks).toHaveLength(3);
  });
});
