import { assertSuccess, binToHex, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import {
  type AirdropAsset,
  buildAnnounceMoves,
  buildFinishLockMove,
  buildKeylessLockPayment,
  buildLockFunding,
  findLockFunding,
  LOCK_MOVE_FEE,
  lockingBytecodeOf,
  type LockMove,
  lockPayout,
  outpointKey,
  outpointOf,
  readLockTransition,
} from '@weir/covenants';
import { type IndexedContract, scriptHashOf } from '@weir/infra';
import { sign } from '@weir/simulation';
import { until } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { readSupply } from '../src/index.js';
import { type BaseParty, createBase, DAY } from './support/chain-base.js';
import { type IndexerReplica, useIndexerFixture } from './support/indexer-fixture.js';

/** Blocks between an announcement and its finish. */
const DELAY = 2;
const TOTAL = 100_000_000n;

const base = createBase();
const START = BigInt(base.time - 20 * DAY);
const fixture = useIndexerFixture();

/** The recipient's coins that were not spent yet: each announcement spends one, or its change. */
let coins: readonly Utxo[] = base.claimant.coins;
const { wallet: recipient } = base.claimant;
const own = lockingBytecodeOf(recipient.publicKeyHash);
const fresh = lockingBytecodeOf(createWallet({ privateKey: 'movable, fresh' }).publicKeyHash);

/** A lock on the chain of the fixture, and what its parties do to it. */
const openLock = async ({ wallet, coins: funds }: BaseParty, asset: AirdropAsset) => {
  const order = { recipient: own, total: TOTAL, start: START, cliff: START, step: BigInt(DAY), steps: 40n };
  const draft = { asset, sender: lockingBytecodeOf(wallet.publicKeyHash), delay: DELAY, locks: [order] };
  const payer = { hash: wallet.publicKeyHash, coins: funds };
  const tip = { height: fixture.node.tip.height, medianTimePast: 0 };
  const funded = await sign(wallet, buildLockFunding(draft, payer, 'devnet', tip));
  fixture.node.submit(funded.hex);
  const result = findLockFunding('devnet', funded.txid, funded.transaction);
  const [found] = result.ok ? result.found.locks : [];
  if (found === undefined) throw new Error('A lock was funded');
  let move: LockMove = found;
  const take = (txid: string): string => {
    const transaction = fixture.node.transaction(txid);
    if (transaction === undefined) throw new Error('The node has it');
    const decoded = assertSuccess(decodeTransactionCommon(hexToBin(transaction.hex)));
    const read = readLockTransition(move.contract, move.coin, txid, decoded);
    if (read?.next === undefined) throw new Error('It is a step after which the lock goes on');
    move = { contract: read.contract, coin: read.next };
    return txid;
  };
  return {
    txid: funded.txid,
    get move() {
      return move;
    },
    set move(to: LockMove) {
      move = to;
    },
    async announce(to: Uint8Array) {
      const built = buildAnnounceMoves({ locks: [move] }, to, { hash: recipient.publicKeyHash, coins });
      const signed = await sign(recipient, built);
      const spent = new Set(signed.transaction.inputs.map((input) => outpointKey(outpointOf(input))));
      coins = coins.filter((coin) => !spent.has(outpointKey(coin)));
      return take(fixture.node.submit(signed.hex));
    },
    finish() {
      const built = buildFinishLockMove(move);
      if (built === undefined) throw new Error('The announcement has put the fee aside');
      return take(fixture.node.submit(built.hex));
    },
    pay(days: number) {
      const payout = lockPayout(move.contract, move.coin, START + BigInt(days * DAY));
      const built = payout && buildKeylessLockPayment({ ...move, payout });
      if (built === undefined) throw new Error('The lock pays something by itself');
      return take(fixture.node.submit(built.hex));
    },
  };
};

const untilRow = ({ reader }: IndexerReplica, txid: string, what: string, fits: (row: IndexedContract) => boolean) =>
  until(what, async () => {
    const { rows } = await reader.list({ families: ['stream'], limit: 200 });
    return rows.find((row) => row.terms.txid === txid && fits(row));
  });

const eventsAt = async ({ reader }: IndexerReplica, lockingBytecode: Uint8Array) =>
  (await reader.find(['stream'], scriptHashOf(lockingBytecode))).events.map(({ kind }) => kind);

it.each(['BCH', 'FUNGIBLE_TOKEN'] as const)(
  'a lock in %s that can move is found with all its steps at once, then followed from script to script, and back with their blocks',
  async (type) => {
    const asset: AirdropAsset = type === 'BCH' ? { type } : { type, category: base.category };
    const lock = await openLock(type === 'BCH' ? base.party(0) : base.holder, asset);
    const first = lock.move.contract.lockingBytecode;
    fixture.node.mine();
    await lock.announce(fresh);
    fixture.node.mine();
    await lock.announce(own);
    lock.finish();
    fixture.node.mine();
    // Back at its first script, where it pays, and from there again.
    expect(lock.move.contract.lockingBytecode).toEqual(first);
    lock.pay(5);
    fixture.node.mine();
    await lock.announce(fresh);
    fixture.node.mine(DELAY);
    const announcedAt = fixture.node.tip.height;
    lock.finish();
    lock.pay(10);
    fixture.node.mine();

    const replica = await fixture.replica();
    const steps = ['fund', 'announce', 'undo', 'keep', 'push', 'announce', 'finish', 'push'];
    const { terms, head } = await untilRow(
      replica,
      lock.txid,
      'all steps',
      (row) => row.head.sequence === steps.length,
    );
    expect(await eventsAt(replica, first)).toEqual(steps);
    // It is also found by where it is now.
    expect(await eventsAt(replica, lock.move.contract.lockingBytecode)).toEqual(steps);
    const inTokens = type === 'FUNGIBLE_TOKEN';
    expect(terms).toMatchObject({
      product: inTokens ? 'MOVABLE_LOCK_TOKEN' : 'MOVABLE_LOCK_BCH',
      recipient: binToHex(own),
      lockingBytecode: binToHex(first),
    });
    expect(head).toMatchObject({
      status: 'ACTIVE',
      releasedAmount: TOTAL / 4n,
      movedTo: binToHex(fresh),
      stateScriptHash: scriptHashOf(lock.move.contract.lockingBytecode),
    });
    expect(inTokens ? head.heldTokens : head.heldSatoshis).toBe((TOTAL * 3n) / 4n);

    const rested = lock.move;
    const paid = lock.pay(15);
    fixture.node.mine();
    await untilRow(replica, lock.txid, 'a payment at the new address', (row) => row.head.txid === paid);
    fixture.node.reorganise(1, { keep: 'drop', transactions: 'none' });
    await untilRow(replica, lock.txid, 'the state before', (row) => row.head.sequence === steps.length);
    lock.move = rested;
    const again = lock.pay(16);
    fixture.node.mine();
    await untilRow(replica, lock.txid, 'another payment', (row) => row.head.txid === again);
    // Deeper than its last move: it is at an earlier script again, and goes on there.
    const depth = fixture.node.tip.height - announcedAt;
    fixture.node.reorganise(depth, { blocks: depth + 1, keep: 'drop', transactions: 'none' });
    const back = await untilRow(replica, lock.txid, 'the announcement', (row) => row.head.sequence < steps.length - 1);
    expect(back.head).toMatchObject({ sequence: steps.indexOf('finish'), movedTo: null });
    if (inTokens) {
      const supply = await readSupply(replica.reader, base.category, base.time);
      // It is locked, by a product of its own: who reads the proof sees that it can move.
      expect(supply.products).toMatchObject([{ product: 'MOVABLE_LOCK_TOKEN', contracts: 1, revocable: 0n }]);
    } else expect(back.head.heldSatoshis).toBe((TOTAL * 7n) / 8n + LOCK_MOVE_FEE.BCH);
    expect(await replica.reader.verdicts()).toMatchObject({ TWIN: 0, FORGED: 0 });
    await replica.stop();
  },
);
