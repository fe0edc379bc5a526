import { lockingBytecodeOf } from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import type { SignedTransaction, Wallet } from '@weir/wallet';
import type { StreamContext } from '../../src/index.js';
import { covenantOf } from '../../src/streams/covenant/covenant-of.js';

/**
 * Signs a cancel the API would never build: dated to a time of the thief's choice, Unix seconds. Does not send it.
 * Undefined where the contract allows none.
 */
export const signBackdatedCancel = async (
  { chain, network }: StreamContext,
  stream: StreamRecord,
  thief: Wallet,
  locktime: number,
): Promise<SignedTransaction | undefined> => {
  const covenant = covenantOf(stream, network);
  const { state } = stream;
  const time = BigInt(locktime);
  if (state === null || covenant.split(state, time) === undefined) return undefined;
  const coins = await chain.unspent(lockingBytecodeOf(thief.publicKeyHash));
  const { transaction } = covenant.buildCancel({ state, clock: undefined, time }, { hash: thief.publicKeyHash, coins });
  return thief.signTransaction({ ...transaction.wcTransaction, broadcast: false });
};
