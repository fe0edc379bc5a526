import { binsAreEqual, encodeLockingBytecodeP2sh32, hash256, type TransactionCommon } from '@bitauth/libauth';
import { TOKEN_TYPES } from '@weir/kinds';
import { partyHash } from '../chain/party.js';
import { readLinkedCall } from '../contract/linked-call.js';
import { announcedBy } from '../plan/move-notice.js';
import { lastPushOf } from '../transaction/read-transaction.js';
import { MOVABLE_LOCK_ARTIFACTS } from './lock-contract.js';
import { readLockParties, withLockParties } from './movable-lock-script.js';

/** A lock that can move and that a transaction spends, and what the recipient does to it. */
export interface LockConsent {
  /** Index of the input that spends it. */
  readonly input: number;
  /** Undefined for every step that is not the recipient's, and where call and outputs do not agree. */
  readonly act: 'announce' | undefined;
}

/** Whether a lock goes on at the output of its input's number, as it was but for the pending move that the transaction announces. */
const isAnnounced = (unlockingBytecode: Uint8Array, transaction: TransactionCommon, input: number): boolean => {
  const script = lastPushOf(unlockingBytecode);
  const [to, output] = [announcedBy(transaction), transaction.outputs[input]];
  const parties = script && readLockParties(script);
  if (script === undefined || to === undefined || parties === undefined || output === undefined) return false;
  const next = withLockParties(script, { recipientHash: parties.recipientHash, movesToHash: partyHash(to) });
  return binsAreEqual(output.lockingBytecode, encodeLockingBytecodeP2sh32(hash256(next)));
};

/**
 * Lists every lock that can move and that a transaction spends, by the scripts that its inputs show. All that the contract asks of the
 * recipient is a coin at input 0: anybody who signs for that coin agrees to what is listed here. No signature covers the function that an
 * input calls; behind input 0 only an announcement succeeds, and the outputs, which signatures cover, say which address it names.
 */
export const lockConsentsIn = (transaction: TransactionCommon): readonly LockConsent[] =>
  transaction.inputs.flatMap(({ unlockingBytecode }, input): LockConsent[] => {
    const read = readLinkedCall(unlockingBytecode, TOKEN_TYPES, (asset) => MOVABLE_LOCK_ARTIFACTS[asset]);
    if (read === undefined) return [];
    const isCalled = input > 0 && read.call === 'announce';
    return [{ input, act: isCalled && isAnnounced(unlockingBytecode, transaction, input) ? 'announce' : undefined }];
  });
