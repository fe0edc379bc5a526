import { binsAreEqual, decodeTransactionBch, type Input, type Output, type TransactionCommon } from '@bitauth/libauth';
import { outpointKey, outpointOf, readHex, type Outpoint } from '@weir/covenants';
import { Difference } from '../difference.js';

/** What a service asks a wallet to sign, as the API answers it: `bch_signTransaction` of wc2-bch-bcr. */
export interface SigningRequest {
  /** The transaction, hex. */
  readonly transaction: string;
  /**
   * The outputs that its inputs spend, in their order, as JSON: bytes as `<Uint8Array: 0x..>` or hex, satoshis and
   * amounts as `<bigint: 1n>` or decimals.
   */
  readonly sourceOutputs: readonly unknown[];
}

/** An input with the output that it spends. */
export interface SpentOutput extends Output {
  readonly outpoint: Outpoint;
  /** Empty where the wallet is to sign for a coin of its own. */
  readonly unlockingBytecode: Uint8Array;
  readonly sequenceNumber: number;
}

/** A transaction before it is signed. */
export interface Draft {
  readonly transaction: TransactionCommon;
  /** In the order of the inputs. */
  readonly spent: readonly SpentOutput[];
  /** Bytes. */
  readonly size: number;
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const malformed = (what: string): Difference =>
  new Difference('REQUEST_MALFORMED', `The request is malformed: ${what}`);

/** Names the type of a value, for a message. */
const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const expected = (place: string, wanted: string, value: unknown): Difference =>
  malformed(
    `${place}: expected ${wanted}, received ${typeof value === 'string' ? JSON.stringify(value) : typeOf(value)}`,
  );

const BYTES = /^(?:<Uint8Array: 0x([0-9a-f]*)>|([0-9a-f]*))$/i;
const INTEGER = /^(?:<bigint: (\d{1,20})n>|(\d{1,20}))$/;

const bytesAt = (object: Json, name: string): Uint8Array => {
  const value = object[name];
  const [matched, tagged, plain] = typeof value === 'string' ? (BYTES.exec(value) ?? []) : [];
  const hex = tagged ?? plain;
  const bytes = matched === undefined || hex === undefined ? undefined : readHex(hex);
  if (bytes === undefined) throw malformed(`${name}: expected bytes, received ${typeOf(value)}`);
  return bytes;
};

const integerAt = (object: Json, name: string): bigint => {
  const value = object[name];
  const [matched, tagged, plain] = typeof value === 'string' ? (INTEGER.exec(value) ?? []) : [];
  if (matched === undefined) throw malformed(`${name}: expected a whole number, received ${typeOf(value)}`);
  return BigInt(tagged ?? plain ?? '');
};

const CAPABILITIES = ['none', 'mutable', 'minting'] as const;

const tokenOf = ({ token }: Json, place: string): Output['token'] => {
  if (token === undefined) return undefined;
  if (!isObject(token)) throw expected(`${place}.token`, 'an object', token);
  const carried = { amount: integerAt(token, 'amount'), category: bytesAt(token, 'category') };
  if (token['nft'] === undefined) return carried;
  const { nft } = token;
  const capability = isObject(nft) ? CAPABILITIES.find((known) => known === nft['capability']) : undefined;
  if (!isObject(nft) || capability === undefined)
    throw expected(`${place}.token.nft`, `an object with capability ${CAPABILITIES.join(', ')}`, nft);
  return { ...carried, nft: { capability, commitment: bytesAt(nft, 'commitment') } };
};

/**
 * Reads the output that an input spends, from the request's source outputs. Its data about the input must match the transaction:
 * some wallets sign by one, some by the other.
 */
const spentBy = (input: Input, source: unknown, index: number): SpentOutput => {
  const place = `sourceOutputs[${index}]`;
  if (!isObject(source)) throw expected(place, 'an object', source);
  const stated = {
    outpointIndex: Number(source['outpointIndex']),
    outpointTransactionHash: bytesAt(source, 'outpointTransactionHash'),
  };
  const unlocking = bytesAt(source, 'unlockingBytecode');
  const agrees =
    outpointKey(outpointOf(stated)) === outpointKey(outpointOf(input)) &&
    Number(source['sequenceNumber']) === input.sequenceNumber &&
    binsAreEqual(unlocking, input.unlockingBytecode);
  if (!agrees) throw malformed('transaction and source outputs have different inputs');
  const token = tokenOf(source, place);
  return {
    outpoint: outpointOf(input),
    unlockingBytecode: input.unlockingBytecode,
    sequenceNumber: input.sequenceNumber,
    lockingBytecode: bytesAt(source, 'lockingBytecode'),
    valueSatoshis: integerAt(source, 'valueSatoshis'),
    ...(token !== undefined && { token }),
  };
};

/**
 * Decodes a request for a signature.
 *
 * The amounts of source outputs are the service's word. A signature by ALL|UTXOS|FORKID commits to every one of them,
 * so that with a wrong one it is worth nothing (`checkSigned`).
 *
 * @throws Difference REQUEST_MALFORMED
 */
export const readSigningRequest = ({ transaction: hex, sourceOutputs }: SigningRequest): Draft => {
  const bytes = readHex(hex);
  const transaction = bytes === undefined ? 'no hex' : decodeTransactionBch(bytes);
  if (bytes === undefined || typeof transaction === 'string') throw malformed('the transaction cannot be decoded');
  if (sourceOutputs.length !== transaction.inputs.length) throw malformed('inputs and source outputs differ in number');
  const spent = transaction.inputs.map((input, index) => spentBy(input, sourceOutputs[index], index));
  if (new Set(spent.map(({ outpoint }) => outpointKey(outpoint))).size !== spent.length)
    throw malformed('it spends an output twice');
  return { transaction, spent, size: bytes.length };
};
