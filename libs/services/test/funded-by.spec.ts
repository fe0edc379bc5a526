import {
  binToHex,
  encodeDataPush,
  encodeLockingBytecodeP2sh32,
  encodeTransactionCommon,
  hash256,
  hexToBin,
  type Input,
} from '@bitauth/libauth';
import type { ChainTransaction } from '@weir/infra';
import type { Wallet } from '@weir/wallet';
import { spendsCoinOf } from '../src/shared/funded-by.js';
import { newCoin, scriptOf, spend } from './support/funding/craft.js';
import { startTestbed, useBed } from './support/testbed.js';

const COIN = 100_000_000n;
const FEE = 5_000n;

const bed = useBed(startTestbed);
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
