import { buildVestingCancel, lockingBytecodeOf, splitVesting } from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import type { SignedTransaction, Wallet } from '@weir/wallet';
import type { StreamContext } from '../../src/index.js';
import { coinOf, contractOf } from '../../src/streams/stream-model.js';

/**
 * Signs a cancel the API would never build: dated to a time of the thief's choice, Unix seconds. Does not send it.
 * Undefined where the contract allows none.
 */
export const signBackdatedCancel = async ({ chain, network }: StreamContext, stream: StreamRecord, thief: Wallet, locktime: number): Promise<SignedTransaction | undefined> => {
  const contract = contractOf(stream, network);
  const coin = coinOf(stream.state);
  const split = coin && splitVesting(contract, coin.state, BigInt(locktime));
  if (coin === undefined || split === undefined) return undefined;
  const coins = await chain.unspent(lockingBytecodeOf(thief.publicKeyHash));
  const built = buildVestingCancel(contract, coin, split, { hash: thief.publicKeyHash, coins });
  return thief.signTransaction({ ...built.wcTransaction, broadcast: false });
};
