import { Readable } from 'node:stream';
import type { ActivityLine } from '@weir/client';
import { entriesOf, SHOWN } from './activity-entries.js';

const DAY = 86_400;
const START = 1_700_000_000;

const lineOf = (changes: Partial<ActivityLine>): ActivityLine => ({
  ...{ time: '', timestamp: START, txHash: 'aa', direction: 'out', kind: 'funding', product: 'stream' },
  ...{ recordId: 'one', displayId: '#WEIR-BCH-000001', counterparty: null, asset: 'BCH', amount: 0, amountBase: 100n },
  ...{ runningTotal: 0, runningTotalBase: 0n, symbol: 'BCH', amountDecimal: '0', runningTotalDecimal: '0', memo: null },
  ...{ planId: null, planDisplayId: null, address: 'bchtest:own' },
  ...changes,
});

const entriesOfLines = (lines: readonly ActivityLine[]) => entriesOf(Readable.from(lines));

const membersOf = (planId: string, count: number, changes: Partial<ActivityLine> = {}): readonly ActivityLine[] =>
  Array.from({ length: count }, (_, member) => [
    lineOf({ planId, recordId: `${planId} ${member}`, ...changes }),
    lineOf({ planId, recordId: `${planId} ${member}`, ...changes, kind: 'reserve', asset: 'BCH', amountBase: 3n }),
  ]).flat();

describe('the entries of payments', () => {
  it('have a funding with its reserve as one, also where they are of different assets', async () => {
    const [entry, ...others] = await entriesOfLines([
      lineOf({ asset: 'cc', amountBase: 50n }),
      lineOf({ kind: 'reserve', amountBase: 7n }),
    ]);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      kind: 'funding',
      asset: 'cc',
      count: 1,
      amountBase: 50n,
      feesBase: 7n,
      txHash: 'aa',
    });
  });

  it('have the funding of a list as one, with its count and sum, however many transactions it took', async () => {
    const entries = await entriesOfLines([
      ...membersOf('plan', 3),
      ...membersOf('plan', 2, { txHash: 'bb' }).map((line) => ({ ...line, recordId: `${line.recordId} more` })),
      lineOf({ recordId: 'alone' }),
    ]);
    expect(entries).toMatchObject([
      { count: 1, amountBase: 100n, txHash: 'aa' },
      { count: 5, amountBase: 500n, feesBase: 15n, txHash: undefined, line: { planId: 'plan' } },
    ]);
  });

  it('have what a list or an airdrop paid on a day as one, and each payment to a recipient by itself', async () => {
    const claims = ['one', 'two'].map((recordId) => ({ recordId, kind: 'claim', txHash: recordId }) as const);
    const shown = async (changes: Partial<ActivityLine>) =>
      (await entriesOfLines(claims.map((claim) => lineOf({ ...claim, ...changes })))).map(({ count }) => count);
    expect(await shown({ planId: 'plan', direction: 'contract' })).toEqual([2]);
    expect(await shown({ recordId: 'campaign', product: 'airdrop', direction: 'contract' })).toEqual([2]);
    expect(await shown({ planId: 'plan', direction: 'in' })).toEqual([1, 1]);
    const next = { kind: 'claim', direction: 'contract', planId: 'plan' } as const;
    expect(await entriesOfLines([lineOf(next), lineOf({ ...next, timestamp: START + DAY })])).toHaveLength(2);
  });

  it('are the latest, of which none is split, however long the lines are', async () => {
    const many = Array.from({ length: 3 * SHOWN }, (_, index) => lineOf({ recordId: `${index}`, txHash: `${index}` }));
    const early = many.map((line) => ({ ...line, timestamp: START - DAY }));
    const half = membersOf('plan', 2);
    const entries = await entriesOfLines([...early, ...half, ...many, ...half]);
    expect(entries[0]).toMatchObject({ count: 4, amountBase: 400n, line: { planId: 'plan' } });
    expect(entries.length).toBeGreaterThan(SHOWN);
    expect(entries.length).toBeLessThan(4 * SHOWN + 3);
  });
});
