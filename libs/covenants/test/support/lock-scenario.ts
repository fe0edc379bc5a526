import {
  type AirdropAsset,
  buildKeylessLockPayment,
  buildLockFunding,
  buildPaidLockPayment,
  findLockFunding,
  type FoundLock,
  type KeylessTransaction,
  type LockCoin,
  type LockContract,
  type LockDraft,
  type LockOrder,
  lockPayout,
  type LockPayment,
  type LockTransition,
  readLockTransition,
  type UnsignedTransaction,
} from '../../src/index.js';
import type { TestChain } from './chain.js';
import { keyless, type Party } from './party.js';

/** The locks that a transaction on a chain funds. */
export const locksIn = (chain: TestChain, txid: string): readonly FoundLock[] => {
  const result = findLockFunding('devnet', txid, chain.transaction(txid));
  if (!result.ok) throw new Error(result.problem);
  return result.found.locks;
};

/** Funds locks out of a party's wallet, and finds them again from the chain alone. */
export const fundLocks = async (
  chain: TestChain,
  payer: Party,
  asset: AirdropAsset,
  locks: readonly LockOrder[],
): Promise<{ readonly txid: string; readonly found: readonly FoundLock[]; readonly built: UnsignedTransaction }> => {
  const draft: LockDraft = { asset, sender: payer.lockingBytecode, locks };
  const built = buildLockFunding(draft, payer.funds(), 'devnet', chain.tip());
  const txid = await payer.send(built);
  return { txid, found: locksIn(chain, txid), built };
};

/** A lock on a chain, paid out by the builders and followed by what the chain shows. */
export class LiveLock {
  coin: LockCoin | undefined;
  readonly contract: LockContract;

  constructor(
    readonly chain: TestChain,
    { contract, coin }: FoundLock,
  ) {
    this.contract = contract;
    this.coin = coin;
  }

  /** What is due now, or at a locktime. @throws Error where nothing is. */
  due(locktime = this.chain.locktime()): LockPayment {
    if (this.coin === undefined) throw new Error('The lock has ended');
    const payout = lockPayout(this.contract, this.coin, locktime);
    if (payout === undefined) throw new Error('Nothing is due');
    return { contract: this.contract, coin: this.coin, payout };
  }

  /** Reads the payment that somebody sent. @throws Error where it is none. */
  follow(txid: string): LockTransition {
    if (this.coin === undefined) throw new Error('The lock has ended');
    const transition = readLockTransition(this.contract, this.coin, txid, this.chain.transaction(txid));
    if (transition === undefined) throw new Error(`${txid} is not a payment of the lock`);
    this.coin = transition.next;
    return transition;
  }

  /** A payment that nobody signs. */
  push(locktime?: bigint): { readonly built: KeylessTransaction; readonly transition: LockTransition } {
    const built = keyless(buildKeylessLockPayment(this.due(locktime)));
    const txid = this.chain.node.submit(built.hex);
    return { built, transition: this.follow(txid) };
  }

  /** A payment that somebody's coins pay for. */
  async pay(
    payer: Party,
    locktime?: bigint,
  ): Promise<{ readonly built: UnsignedTransaction; readonly transition: LockTransition }> {
    const built = buildPaidLockPayment(this.due(locktime), payer.funds());
    return { built, transition: this.follow(await payer.send(built)) };
  }
}
