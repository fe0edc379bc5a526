import { randomBytes } from 'node:crypto';
import { binToHex, encodeTransaction, flattenBinArray, numberToBinUint16LE } from '@bitauth/libauth';
import { Denial, ServerAnsweredError } from '../electrum-errors.js';
import type { ElectrumPool } from '../pool/electrum-pool.js';

const OP_PUSHDATA_2 = 0x4d;
/** Bytes pushed at once: nodes of any age take as many. */
const MAX_PUSHED = 500;
const PUSH_PREFIX = 3;
/** An output that pays to nobody's key. */
const P2PKH_TO_NOBODY = flattenBinArray([
  Uint8Array.of(0x76, 0xa9, 0x14),
  new Uint8Array(20),
  Uint8Array.of(0x88, 0xac),
]);

/** Pushes of so many bytes together, their prefixes included. */
const pushesOf = (bytes: number): Uint8Array => {
  const pushes: Uint8Array[] = [];
  for (let left = bytes; left > PUSH_PREFIX; left -= MAX_PUSHED + PUSH_PREFIX) {
    const length = Math.min(left - PUSH_PREFIX, MAX_PUSHED);
    pushes.push(Uint8Array.of(OP_PUSHDATA_2), numberToBinUint16LE(length), new Uint8Array(length).fill(1));
  }
  return flattenBinArray(pushes);
};

/** Builds a transaction that spends a coin that never existed and is standard except for the length of its unlocking bytecode. */
const probe = (bytes: number): string =>
  binToHex(
    encodeTransaction({
      version: 2,
      inputs: [
        {
          outpointTransactionHash: randomBytes(32),
          outpointIndex: 0,
          sequenceNumber: 0xfffffffe,
          unlockingBytecode: pushesOf(bytes),
        },
      ],
      outputs: [{ lockingBytecode: P2PKH_TO_NOBODY, valueSatoshis: 1_000n }],
      locktime: 0,
    }),
  );

/** Matches what nodes say when a transaction's form is good and they look for its coins. */
const FORM_IS_GOOD = /missing.?inputs|missingorspent/i;
const TOO_LONG = /scriptsig-size/i;

/**
 * Tests whether the servers' nodes relay unlocking bytecodes of a length, with a transaction that can never be valid:
 * nodes check the form before they look for coins, so one that does not relay it names the length in its refusal, and
 * one that does the coins.
 *
 * @param bytes of the unlocking bytecode, some 500 at least
 * @returns whether a node of any server relays it; undefined where the nodes answer something else
 * @throws ChainUnavailableError
 */
export const relaysUnlocking = async (pool: ElectrumPool, bytes: number): Promise<boolean | undefined> => {
  const tooLong = new RangeError(`No server relays unlocking bytecodes of ${bytes} bytes`);
  try {
    return await pool.run(async (server) => {
      try {
        await server.call('blockchain.transaction.broadcast', probe(bytes));
        return undefined;
      } catch (error) {
        if (!(error instanceof ServerAnsweredError)) throw error;
        // Another server's node may be of a later version.
        if (TOO_LONG.test(error.message)) throw new Denial(tooLong);
        return FORM_IS_GOOD.test(error.message) ? true : undefined;
      }
    });
  } catch (error) {
    if (error === tooLong) return false;
    throw error;
  }
};
