import { binToHex, hexToBin } from '@bitauth/libauth';
import { sql } from 'kysely';
import { outpointKey } from '@weir/covenants';
import { useDatabase } from '../../../test/database.js';
import {
  createMemoryNotes,
  NOTES_AT_ONCE,
  scriptHashOf,
  type NotedTransaction,
  type TransactionNotes,
} from '../../electrum/chain/transaction-notes.js';
import { createTransactionNotes } from './transaction-notes.repository.js';

const SPENT = 'ab'.repeat(32);
const SCRIPT = hexToBin(`76a914${'11'.repeat(20)}88ac`);

/** The nth transaction: it spends the nth output of one and the same, and pays the script. */
const transactionOf = (n: number): NotedTransaction => ({
  txid: n.toString(16).padStart(64, '0'),
  transaction: {
    version: 2,
    locktime: 0,
    inputs: [
      {
        outpointTransactionHash: hexToBin(SPENT),
        outpointIndex: n,
        sequenceNumber: 0,
        unlockingBytecode: new Uint8Array(),
      },
    ],
    outputs: [{ lockingBytecode: SCRIPT, valueSatoshis: 1_000n }],
  },
});

const database = useDatabase();

/** Lets everything noted so far grow old. */
const age = (seconds: number) =>
  sql`UPDATE noted_transactions SET noted_at = noted_at - make_interval(secs => ${seconds})`.execute(database.db);

describe('notes of transactions', () => {
  beforeEach(() => sql`TRUNCATE noted_transactions`.execute(database.db));

  const kinds: readonly (readonly [string, () => TransactionNotes])[] = [
    ['in Postgres', () => createTransactionNotes(database.db)],
    ['of a process', () => createMemoryNotes()],
  ];
  it.each(kinds)('%s are found by what they spend and by whom they pay', async (_, create) => {
    const notes = create();
    await notes.note(transactionOf(1));
    await notes.note(transactionOf(1));
    await notes.note(transactionOf(2));
    expect(await notes.find([outpointKey({ txid: SPENT, vout: 1 })])).toEqual([transactionOf(1).txid]);
    expect((await notes.find([scriptHashOf(SCRIPT)])).toSorted()).toEqual([1, 2].map((n) => transactionOf(n).txid));
    expect(await notes.find([outpointKey({ txid: SPENT, vout: 3 })])).toEqual([]);
    expect(await notes.find([])).toEqual([]);
  });

  it.each(kinds)('%s are as many as can be read at once', async (_, create) => {
    const notes = create();
    for (let n = 0; n < NOTES_AT_ONCE + 5; n += 1) await notes.note(transactionOf(n));
    expect(await notes.find([scriptHashOf(SCRIPT)])).toHaveLength(NOTES_AT_ONCE);
  });

  it('are forgotten after a minute, and cleared out by those that come', async () => {
    const notes = createTransactionNotes(database.db);
    for (let n = 0; n < 20; n += 1) await notes.note(transactionOf(n));
    await age(59);
    expect(await notes.find([scriptHashOf(SCRIPT)])).toHaveLength(20);
    await age(2);
    expect(await notes.find([scriptHashOf(SCRIPT)])).toEqual([]);
    await notes.note(transactionOf(99));
    const { rows: left } = await sql<{ txid: string }>`SELECT txid FROM noted_transactions`.execute(database.db);
    expect(left).toEqual([{ txid: transactionOf(99).txid }]);
  });

  it('of a process are forgotten after a minute', async () => {
    let now = 0;
    const notes = createMemoryNotes(() => now);
    await notes.note(transactionOf(1));
    now = 59_999;
    expect(await notes.find([scriptHashOf(SCRIPT)])).toHaveLength(1);
    now = 60_000;
    expect(await notes.find([scriptHashOf(SCRIPT)])).toEqual([]);
  });

  it('are best effort: a failure to note them is reported, and nothing else fails', async () => {
    const errors: unknown[] = [];
    const notes = createTransactionNotes(database.db, (error) => errors.push(error));
    await expect(notes.note({ ...transactionOf(1), txid: binToHex(SCRIPT) })).resolves.toBeUndefined();
    expect(errors).toHaveLength(1);
  });
});
