import { binToHex } from '@bitauth/libauth';
import {
  type AirdropAsset,
  buildKeylessLockPayment,
  buildLockFunding,
  findLockFunding,
  type FoundLock,
  lockingBytecodeOf,
  lockPayout,
} from '@weir/covenants';
import type { IndexedContract } from '@weir/infra';
import { sign } from '@weir/simulation';
import { until } from '@weir/testing';
import { type BaseParty, createBase, DAY } from './support/chain-base.js';
import { useIndexer } from './support/indexer-fixture.js';

const base = createBase();
const START = BigInt(base.time - 20 * DAY);
const MILLION = 1_000_000n;

const [fixture, replica] = useIndexer();

/** Two locks of forty days, half of them in the past: of one recipient, and of equal terms but for the total. */
const fund = async ({ wallet, coins }: BaseParty, asset: AirdropAsset) => {
  const sender = lockingBytecodeOf(wallet.publicKeyHash);
  const recipient = lockingBytecodeOf(base.claimant.wallet.publicKeyHash);
  const schedule = { start: START, cliff: START, step: BigInt(DAY), steps: 40n };
  const locks = [100n, 200n].map((total) => ({ recipient, total: total * MILLION, ...schedule }));
  const funds = { hash: wallet.publicKeyHash, coins };
  const tip = { height: fixture.node.tip.height, medianTimePast: 0 };
  const funded = await sign(wallet, buildLockFunding({ asset, sender, locks }, funds, 'devnet', tip));
  fixture.node.submit(funded.hex);
  fixture.node.mine();
  const result = findLockFunding('devnet', funded.txid, funded.transaction);
  if (!result.ok) throw new Error(result.problem);
  return { txid: funded.txid, found: result.found.locks, sender, recipient };
};

const untilRows = (txid: string, what: string, fits: (rows: readonly IndexedContract[]) => boolean) =>
  until(what, async () => {
    const { rows } = await replica.reader.list({ families: ['stream'], limit: 200 });
    const mine = rows
      .filter(({ terms }) => terms.txid === txid)
      .toSorted((a, b) => (a.terms.plan?.index ?? 0) - (b.terms.plan?.index ?? 0));
    return mine.length > 0 && fits(mine) ? mine : undefined;
  });

/** The keyless payment of a lock at a time, offered to the node. */
const pay = ({ contract, coin }: FoundLock, time: bigint): string => {
  const payout = lockPayout(contract, coin, time);
  const built = payout && buildKeylessLockPayment({ contract, coin, payout });
  if (built === undefined) throw new Error('The lock pays nothing by itself');
  return fixture.node.submit(built.hex);
};

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('locks in %s', (type) => {
  it('have a row each, follow payments, and take them back with their blocks', async () => {
    const asset: AirdropAsset = type === 'BCH' ? { type } : { type, category: base.category };
    const { txid, found, sender, recipient } = await fund(type === 'BCH' ? base.party(0) : base.holder, asset);
    const rows = await untilRows(txid, 'two rows', (all) => all.length === 2);
    const inTokens = asset.type === 'FUNGIBLE_TOKEN';
    expect(rows.map(({ terms, head }) => [terms.totalAmount, inTokens ? head.heldTokens : head.heldSatoshis])).toEqual([
      [100n * MILLION, 100n * MILLION],
      [200n * MILLION, 200n * MILLION],
    ]);
    expect(rows[0]).toMatchObject({
      terms: {
        product: inTokens ? 'LOCK_TOKEN' : 'LOCK_BCH',
        family: 'stream',
        sender: binToHex(sender),
        recipient: binToHex(recipient),
        tokenCategory: inTokens ? base.category : null,
      },
      head: { status: 'ACTIVE', releasedAmount: 0n, sequence: 1 },
    });
    const [first, second] = found;
    if (first === undefined || second === undefined) throw new Error('Two were funded');

    const paid = pay(first, START + BigInt(10 * DAY));
    fixture.node.mine();
    const [moved] = await untilRows(txid, 'the payment', ([one]) => one?.head.txid === paid);
    expect(moved?.head).toMatchObject({ status: 'ACTIVE', releasedAmount: 25n * MILLION, sequence: 2 });
    expect(inTokens ? moved?.head.heldTokens : moved?.head.heldSatoshis).toBe(75n * MILLION);

    fixture.node.reorganise(1, { keep: 'drop' });
    await untilRows(txid, 'the reorganisation', ([one]) => one?.head.sequence === 1);
    const again = pay(first, START + BigInt(20 * DAY));
    fixture.node.mine();
    const [, other] = await untilRows(txid, 'the other payment', ([one]) => one?.head.txid === again);
    expect(other?.head.sequence).toBe(1);
    expect(await replica.reader.verdicts()).toMatchObject({ TWIN: 0, FORGED: 0 });
  });
});
