import {
  binToHex,
  encodeDataPush,
  encodeLockingBytecodeP2sh32,
  encodeTransactionCommon,
  hash256,
  hexToBin,
  type Input,
} from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import type { ChainReader, ChainTransaction } from '@weir/infra';
import { until } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import { createTransactionsService } from '../src/index.js';
import { spendsCoinOf } from '../src/shared/funded-by.js';
import { newCoin, scriptOf, spend } from './support/funding/craft.js';
import { startTestbed, useBed } from './support/testbed.js';

const bed = useBed(() => startTestbed(2));
let noted: string[];
let service: ReturnType<typeof createTransactionsService>;
beforeEach(() => {
  noted = [];
  const { chain } = bed.context;
  const note: ChainReader['note'] = (transaction) => {
    noted.push(transaction.txid);
    return chain.note(transaction);
  };
  service = createTransactionsService({ chain: { ...chain, note }, network: 'regtest' });
});

/** How many questions to servers some work takes. */
const tripsOf = async (work: () => Promise<void>): Promise<number> => {
  const before = bed.pool.roundTrips;
  await work();
  return bed.pool.roundTrips - before;
};

const pay = (): string => bed.node.fund(binToHex(lockingBytecodeOf(bed.wallet().publicKeyHash)), 10_000n).txid;

const untilNoted = (txid: string) =>
  until('the note', async () => {
    await service.noteSent([txid]);
    return noted.length > 0 ? noted : undefined;
  });

it('a transaction of the mempool is noted, and asked for once however often it is named', async () => {
  const txid = pay();
  expect(await tripsOf(() => service.noteSent([txid]))).toBeGreaterThan(0);
  expect(noted).toEqual([txid]);
  expect(await tripsOf(() => service.noteSent([txid]))).toBe(0);
});

it('a mined one needs no note', async () => {
  const txid = pay();
  bed.node.mine();
  await service.noteSent([txid]);
  expect(noted).toEqual([]);
});

it('a hash that no server has is asked of each of them, once for all who name it, and not again at once', async () => {
  const unknown = ['cd'.repeat(32)];
  const crowd = () => Promise.all(Array.from({ length: 50 }, () => service.noteSent(unknown)));
  expect(await tripsOf(async () => void (await crowd()))).toBeLessThanOrEqual(2);
  expect(noted).toEqual([]);
});

it('one that reaches the servers later is found when it is named again', async () => {
  const txid = pay();
  const { hex } = bed.node.transaction(txid) ?? { hex: '' };
  bed.node.drop(txid);
  await service.noteSent([txid]);
  expect(noted).toEqual([]);
  bed.node.submit(hex);
  await untilNoted(txid);
  expect(noted).toEqual([txid]);
});

it('servers that are away are not an answer: the request itself says what is wrong', async () => {
  const txid = pay();
  for (const control of bed.controls) await control.failCalls({});
  await service.noteSent([txid]);
  for (const control of bed.controls) await control.resetFaults();
  expect(noted).toEqual([]);
  await untilNoted(txid);
  expect(noted).toEqual([txid]);
});

const COIN = 100_000_000n;
const FEE = 5_000n;

let victim: Wallet;
beforeAll(() => {
  victim = bed.wallet(COIN);
});

const fundingOf = (txid: string): Promise<ChainTransaction> => bed.context.chain.transaction(txid);

const answer = (funding: ChainTransaction): Promise<boolean | null> =>
  spendsCoinOf(binToHex(victim.publicKeyHash), funding, bed.context.chain);

/** A transaction by which a wallet pays the victim out of new coins of its own. */
const paidBy = async (wallet: Wallet, coins = 1): Promise<ChainTransaction> => {
  const own = Array.from({ length: coins }, () => newCoin(bed.node, wallet, 10_000n));
  const toVictim = { lockingBytecode: scriptOf(victim), valueSatoshis: 1_000n };
  return fundingOf(await spend(bed.node, wallet, own, [toVictim]));
};

const withInputs = (funding: ChainTransaction, inputs: readonly Input[]): ChainTransaction => ({
  ...funding,
  transaction: { ...funding.transaction, inputs: [...inputs] },
});

describe('who paid for a funding', () => {
  it('is nobody who is only paid by it', async () => {
    expect(await answer(await paidBy(bed.wallet(COIN)))).toBe(false);
  });

  it('is the address whose coin it spent, be it the last of many', async () => {
    const [others, own] = [await paidBy(bed.wallet(COIN), 20), await paidBy(victim)];
    expect(await answer(withInputs(own, [...others.transaction.inputs, ...own.transaction.inputs]))).toBe(true);
  });

  it("is not whose key ends a stranger's redeem script", async () => {
    const redeem = encodeDataPush(victim.publicKey);
    const locking = encodeLockingBytecodeP2sh32(hash256(redeem));
    const coin = {
      outpointTransactionHash: hexToBin(bed.node.fund(binToHex(locking), COIN).txid),
      outpointIndex: 0,
      sequenceNumber: 0,
      unlockingBytecode: encodeDataPush(redeem),
    };
    const outputs = [{ lockingBytecode: scriptOf(victim), valueSatoshis: COIN - FEE }];
    const hex = binToHex(encodeTransactionCommon({ version: 2, inputs: [coin], outputs, locktime: 0 }));
    expect(await answer(await fundingOf(bed.node.submit(hex)))).toBe(false);
  });

  it.each([
    [1, false],
    [16, false],
    // More than are looked at: any of those left may be the victim's.
    [17, null],
  ])("is not whose key %d coins of others are spent with, as a script of one's own allows", async (coins, expected) => {
    const funding = await paidBy(bed.wallet(COIN), coins);
    const pretending = funding.transaction.inputs.map((input) => ({
      ...input,
      unlockingBytecode: encodeDataPush(victim.publicKey),
    }));
    expect(await answer(withInputs(funding, pretending))).toBe(expected);
  });

  it('is not known where no server shows the coin', async () => {
    const funding = await paidBy(victim);
    const unknown = new Uint8Array(32).fill(1);
    const inputs = funding.transaction.inputs.map((input) => ({ ...input, outpointTransactionHash: unknown }));
    expect(await answer(withInputs(funding, inputs))).toBeNull();
  });
});
