import { decodeEnvelope, encodeEnvelope } from '../announcement/envelope.js';

/**
 * Encodes the announcement of a roster, 11 bytes: it has no terms, since the state itself shows everything.
 *
 * @returns the locking bytecode of the announcement output, an OP_RETURN
 */
export const encodeRosterAnnouncement = (): Uint8Array => encodeEnvelope({ product: 'ROSTER', body: new Uint8Array() });

/** Whether an output's locking bytecode announces a roster. */
export const announcesRoster = (lockingBytecode: Uint8Array): boolean => {
  const envelope = decodeEnvelope(lockingBytecode);
  return envelope?.product === 'ROSTER' && envelope.body.length === 0;
};
