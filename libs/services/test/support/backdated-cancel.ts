import { lockingBytecodeOf } from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import type { SignedTransaction, Wallet } from '@weir/wallet';
import type { StreamContext } from '../../src/index.js';
import { toContractState } from '../../src/streams/contract/stored-stream.js';

/**
 * Signs a cancel the API would never build: dated to a time of the thief's choice, Unix seconds. Does not send it.
 * Undefined where the contract allows none, or the thief has no coin to consent with.
 */
export const signBackdatedCancel = async (
  { chain, contracts }: StreamContext,
  stream: StreamRecord,
  thief: Wallet,
  locktime: number,
): Promise<SignedTransaction | undefined> => {
  const { state } = stream;
  if (state === null) return undefined;
  const cancel = contracts.of(stream).at(toContractState(state, undefined)).cancelAt(BigInt(locktime));
  if (cancel === undefined) return undefined;
  const coins = await chain.unspent(lockingBytecodeOf(thief.publicKeyHash));
  // A blind server shows none.
  if (!coins.some(({ token }) => token === undefined)) return undefined;
  const { transaction } = cancel.build(coins);
  return thief.signTransaction({ ...transaction.wcTransaction, broadcast: false });
};
