import { binToHex } from '@bitauth/libauth';
import { type AirdropAsset, lockingBytecodeOf } from '@weir/covenants';
import type { IndexedContract } from '@weir/infra';
import { until } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { readSupply } from '../src/supply/token-supply.js';
import { createBase, DAY } from './support/chain-base.js';
import { useIndexer } from './support/indexer-fixture.js';
import { type LocksMoment, ScriptedLocks } from './support/scripted-locks.js';

const base = createBase();
const START = BigInt(base.time - 60 * DAY);
const at = (days: number): bigint => START + BigInt(days * DAY);
const SCHEDULE = { start: START, cliff: START, step: BigInt(DAY), steps: 40n };
const rows = [1, 2, 3].map((i) => ({
  recipient: createWallet({ privateKey: `recipient of a vested list ${i}` }).publicKeyHash,
  amount: 40_000_000n + BigInt(i),
}));

const [fixture, replica] = useIndexer();

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('locks that claims of a vested list in %s open', (type) => {
  const inTokens = type === 'FUNGIBLE_TOKEN';
  const asset: AirdropAsset = inTokens ? { type, category: base.category } : { type };
  const creator = inTokens ? base.holder : base.party(0);
  const list = new ScriptedLocks(`list in ${type}`, asset, creator, rows, SCHEDULE);
  const recipients = rows.map(({ recipient }) => binToHex(lockingBytecodeOf(recipient)));

  /** Sends what was scripted since the last time, and mines it into one block. */
  let sent = 0;
  const mine = (): void => {
    for (const { hex } of list.all.slice(sent)) fixture.node.submit(hex);
    sent = list.all.length;
    fixture.node.mine();
  };
  /** The rows of locks by that creator, in the order of the list, once they are as expected. */
  const untilLocks = (what: string, fits: (locks: readonly (IndexedContract | undefined)[]) => boolean) =>
    until(what, async () => {
      const party = binToHex(lockingBytecodeOf(creator.wallet.publicKeyHash));
      const found = await replica.reader.list({ families: ['stream'], party, limit: 50 });
      const locks = recipients.map((recipient) => found.rows.find(({ terms }) => terms.recipient === recipient));
      return fits(locks) ? locks : undefined;
    });
  const heldBy = (lock: IndexedContract | undefined) => (inTokens ? lock?.head.heldTokens : lock?.head.heldSatoshis);

  let moment: LocksMoment | undefined;

  it('have rows of their own, found from the claims alone, and are followed like any', async () => {
    const funded = await list.fundList(inTokens ? 21 : 22);
    const one = await list.claim(funded, 0, at(10));
    mine();
    const [first, none] = await untilLocks('the first lock', ([lock]) => lock !== undefined);
    expect(none).toBeUndefined();
    expect(first).toMatchObject({
      terms: {
        product: inTokens ? 'LOCK_TOKEN' : 'LOCK_BCH',
        family: 'stream',
        txid: list.all[1]?.txid,
        vout: inTokens ? 2 : 1,
        totalAmount: rows[0]?.amount,
        plan: null,
        tokenCategory: inTokens ? base.category : null,
      },
      head: { status: 'ACTIVE', sequence: 1, releasedAmount: 0n },
    });
    expect(heldBy(first)).toBe(rows[0]?.amount);

    // Claimed and paid in one block, which holds both in any order.
    const two = await list.claim(one, 1, at(10));
    const paid = await list.pay(two, 1, at(inTokens ? 40 : 30));
    moment = await list.pay(paid, 0, at(40));
    mine();
    const [ended, moved] = await untilLocks('both payments', ([, lock]) => lock?.head.sequence === 2);
    expect(ended?.head).toMatchObject({ status: 'COMPLETED', state: null, releasedAmount: rows[0]?.amount });
    expect(heldBy(moved)).toBe(inTokens ? 0n : (rows[1]?.amount ?? 0n) - (30n * (rows[1]?.amount ?? 0n)) / 40n);
  });

  it('go with the blocks of their claims, and come back with them', async () => {
    fixture.node.reorganise(1, { keep: 'drop', transactions: 'none' });
    await untilLocks('the reorganisation', ([one, two]) => one?.head.sequence === 1 && two === undefined);
    for (const { hex } of list.all.slice(2)) fixture.node.submit(hex);
    fixture.node.mine();
    await untilLocks('the claim again', ([one, two]) => one?.head.sequence === 2 && two?.head.sequence === 2);
  });

  it('go on when the campaign is closed, and are counted with what they hold', async () => {
    if (moment === undefined) throw new Error('Two rows were claimed');
    const third = await list.claim(moment, 2, at(10));
    mine();
    await untilLocks('the third lock', ([, , lock]) => lock !== undefined);
    if (inTokens) {
      const supply = () => readSupply(replica.reader, base.category, Number(at(20)));
      const { products, held, locked, unclaimed } = await supply();
      const amount = rows[2]?.amount ?? 0n;
      expect(products.map((each) => [each.product, each.contracts, each.held])).toEqual([
        ['AIRDROP_WHITELIST_TOKEN', 1, 0n],
        ['LOCK_TOKEN', 1, amount],
      ]);
      expect([held, locked, unclaimed]).toEqual([amount, amount - amount / 2n, amount / 2n]);
    }
    await list.close(third, at(20));
    mine();
    expect((await untilLocks('the lock as it was', () => true))[2]?.head.sequence).toBe(1);
    await list.pay(third, 2, at(40));
    mine();
    await untilLocks('its end', ([, , lock]) => lock?.head.status === 'COMPLETED');
  });
});

it('locks of equal terms, of two lists and a funding at one address, are followed each by itself', async () => {
  const [row] = rows;
  if (row === undefined) throw new Error('There is a row');
  const made = (name: string, party: number) =>
    new ScriptedLocks(name, { type: 'BCH' }, base.party(party), [row], SCHEDULE);
  const [one, two, alone] = [made('one', 4), made('two', 5), made('alone', 6)];
  const send = ({ all }: ScriptedLocks): void => {
    for (const { txid, hex } of all) if (fixture.node.transaction(txid) === undefined) fixture.node.submit(hex);
  };
  const untilSteps = (steps: readonly number[]) =>
    until(`locks with ${steps.join()} steps`, async () => {
      const found = await replica.reader.list({ families: ['stream'], asset: 'BCH', limit: 50 });
      const txids = [one.all[1], two.all[1], alone.all[0]].map((each) => each?.txid);
      const at = txids.map((txid) => found.rows.find(({ terms }) => terms.txid === txid)?.head.sequence ?? 0);
      return at.join() === steps.join() ? at : undefined;
    });
  const [first, second] = [await one.fundList(31), await two.fundList(32)];
  const [ofOne, funded] = [await one.claim(first, 0, at(3)), await alone.fund()];
  for (const each of [one, two, alone]) send(each);
  fixture.node.mine();
  await untilSteps([1, 0, 1]);
  // In one block the second list's claim, and payments of all three.
  const ofTwo = await two.claim(second, 0, at(3));
  await one.pay(ofOne, 0, at(10));
  await alone.pay(funded, 0, at(20));
  await two.pay(ofTwo, 0, at(40));
  for (const each of [one, two, alone]) send(each);
  fixture.node.mine();
  await untilSteps([2, 2, 2]);
  fixture.node.reorganise(1, { keep: 'drop', transactions: 'none' });
  await untilSteps([1, 0, 1]);
  send(two);
  fixture.node.mine();
  await untilSteps([1, 2, 1]);
});
