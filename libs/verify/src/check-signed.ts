import {
  binsAreEqual,
  decodeAuthenticationInstructions,
  decodeTransactionBch,
  encodeTransactionBch,
  type Input,
} from '@bitauth/libauth';
import { readHex } from '@weir/covenants';
import { Difference } from './difference.js';
import { readSigningRequest, type SigningRequest, type SpentOutput } from './request/signing-request.js';

/** Signature type ALL|UTXOS|FORKID: it commits to the amounts and tokens of every output that is spent. */
const ALL_UTXOS_FORKID = 0x61;

const differs = (what: string): Difference =>
  new Difference('SIGNED_OTHERWISE', `The wallet signed something else than it was asked to: ${what}`);

const pushesOf = (unlockingBytecode: Uint8Array): readonly Uint8Array[] =>
  decodeAuthenticationInstructions(unlockingBytecode).map((instruction) =>
    'data' in instruction ? instruction.data : Uint8Array.of(instruction.opcode),
  );

const [KEY_LENGTH, SIGNATURE_LENGTH] = [33, 65];

/** Whether a push is a place that a wallet fills. Other zeros are arguments, those before a short proof for one. */
const isPlace = (bytes: Uint8Array): boolean =>
  (bytes.length === KEY_LENGTH || bytes.length === SIGNATURE_LENGTH) && bytes.every((byte) => byte === 0);

/** Checks that an input holds what was asked for, and that its signatures commit to all that is spent. */
const checkInput = ({ unlockingBytecode: asked }: SpentOutput, { unlockingBytecode }: Input, index: number): void => {
  const pushes = pushesOf(unlockingBytecode);
  // A coin of the wallet's own: a signature and a key.
  const template =
    asked.length === 0 ? [new Uint8Array(SIGNATURE_LENGTH), new Uint8Array(KEY_LENGTH)] : pushesOf(asked);
  if (template.length !== pushes.length) throw differs(`input ${index} has another form`);
  for (const [place, filled] of pushes.entries()) {
    const wanted = template[place] ?? new Uint8Array();
    if (!isPlace(wanted)) {
      if (!binsAreEqual(wanted, filled)) throw differs(`input ${index} calls its contract differently`);
    } else if (wanted.length === SIGNATURE_LENGTH && filled.at(-1) !== ALL_UTXOS_FORKID)
      throw differs(`the signature of input ${index} does not commit to the outputs that are spent (ALL|UTXOS|FORKID)`);
  }
};

/**
 * Checks what a wallet answered: the transaction that it was asked for with nothing but its own keys and signatures
 * filled in, and signed so that a wrong word of the service about an amount makes the signature worthless.
 *
 * @param signedTransaction hex
 * @throws Difference SIGNED_OTHERWISE, or REQUEST_MALFORMED
 */
export const checkSigned = (request: SigningRequest, signedTransaction: string): void => {
  const { transaction, spent } = readSigningRequest(request);
  const bytes = readHex(signedTransaction);
  const signed = bytes === undefined ? 'no hex' : decodeTransactionBch(bytes);
  if (typeof signed === 'string') throw differs('its answer cannot be decoded');
  const frame = ({ inputs, outputs, locktime, version }: typeof signed) => ({
    outputs,
    locktime,
    version,
    inputs: inputs.map(({ outpointIndex, outpointTransactionHash, sequenceNumber }) => ({
      outpointIndex,
      outpointTransactionHash,
      sequenceNumber,
      unlockingBytecode: new Uint8Array(),
    })),
  });
  if (!binsAreEqual(encodeTransactionBch(frame(signed)), encodeTransactionBch(frame(transaction))))
    throw differs('its inputs, outputs or times differ');
  for (const [index, input] of signed.inputs.entries()) {
    const asked = spent[index];
    if (asked !== undefined) checkInput(asked, input, index);
  }
};
