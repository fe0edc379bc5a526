import { binsAreEqual, encodeLockingBytecodeP2sh32, hash256, type TransactionCommon } from '@bitauth/libauth';
import { announcedBy, lastPushOf, type Party, partyHash, withLockParties } from '@weir/covenants';

const HASH_LENGTH = 20;

const addressOfScript = (script: Uint8Array): Party => encodeLockingBytecodeP2sh32(hash256(script));

/** Returns the scripts at which a lock may go on that shows a script: after a finish, and after an announcement. */
const scriptsAfter = (script: Uint8Array, announced: Party | undefined): Uint8Array[] => {
  const [length] = script;
  if (length !== HASH_LENGTH && length !== 2 * HASH_LENGTH) return [];
  const recipientHash = script.slice(1, 1 + HASH_LENGTH);
  return [
    ...(length === HASH_LENGTH
      ? []
      : [
          withLockParties(script, {
            recipientHash: script.slice(1 + HASH_LENGTH, 1 + length),
            movesToHash: undefined,
          }),
        ]),
    ...(announced === undefined ? [] : [withLockParties(script, { recipientHash, movesToHash: partyHash(announced) })]),
  ];
};

/**
 * Returns where the locks lay that a transaction moves to an address: each script says it that an input shows. A lock is at
 * another address while its move is pending, and after it, and no announcement names these.
 *
 * @param lockingBytecode of the address to which they move
 */
export const movedFrom = (lockingBytecode: Party, transaction: TransactionCommon): readonly Party[] => {
  const announced = announcedBy(transaction);
  return transaction.inputs.flatMap(({ unlockingBytecode }) => {
    const script = lastPushOf(unlockingBytecode);
    const after = script === undefined ? [] : scriptsAfter(script, announced);
    return script !== undefined && after.some((each) => binsAreEqual(addressOfScript(each), lockingBytecode))
      ? [addressOfScript(script)]
      : [];
  });
};
