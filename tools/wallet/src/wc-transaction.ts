import { decodeTransaction, hexToBin } from '@bitauth/libauth';
import type { Input, Output, TransactionCommon } from '@bitauth/libauth';

/** A contract input as the WalletConnect BCH convention describes it to a wallet. */
export interface ContractInfo {
  readonly redeemScript: Uint8Array;
  /** Wallets that know the convention skip an input whose artifact names no contract. */
  readonly artifact: { readonly contractName?: string };
}

export type SourceOutput = Input & Output & { readonly contract?: ContractInfo };

/** The parameters of `bch_signTransaction`, read. */
export interface SigningRequest {
  readonly transaction: TransactionCommon;
  readonly sourceOutputs: readonly SourceOutput[];
  readonly broadcast: boolean;
  readonly userPrompt: string;
}

/** Why a request was not signed. */
export class SigningRefusal extends Error {
  override readonly name = 'SigningRefusal';
}

const TAGGED_BYTES = /^<Uint8Array: 0x([0-9a-f]*)>$/i;
const TAGGED_BIGINT = /^<bigint: (-?\d+)n>$/;

/** Turns libauth's tags back into the values they stand for, at any depth. */
const untag = (value: unknown): unknown => {
  if (typeof value === 'string') {
    const bytes = TAGGED_BYTES.exec(value);
    if (bytes !== null) return hexToBin(bytes[1] ?? '');
    const number = TAGGED_BIGINT.exec(value);
    return number === null ? value : BigInt(number[1] ?? '0');
  }
  if (Array.isArray(value)) return value.map(untag);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, untag(inner)]));
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

const fields = (value: unknown, name: string): Fields => {
  if (isFields(value)) return value;
  throw new SigningRefusal(`${name} is missing`);
};

/** Bytes come native, tagged (untagged by now) or, in the plain encoding, as hex. */
const bytes = (value: unknown, name: string): Uint8Array => {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'string' && /^([0-9a-f]{2})*$/i.test(value)) return hexToBin(value);
  throw new SigningRefusal(`${name} is not bytes`);
};

const integer = (value: unknown, name: string): bigint => {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && /^\d+$/.test(value)) return BigInt(value);
  throw new SigningRefusal(`${name} is not an integer`);
};

const CAPABILITIES = ['none', 'mutable', 'minting'] as const;

const readToken = (value: unknown): Output['token'] => {
  if (value === undefined || value === null) return undefined;
  const token = fields(value, 'token');
  const nft = token['nft'] === undefined || token['nft'] === null ? undefined : fields(token['nft'], 'token.nft');
  const capability = CAPABILITIES.find((known) => known === nft?.['capability']);
  return {
    category: bytes(token['category'], 'token.category'),
    amount: integer(token['amount'] ?? 0n, 'token.amount'),
    ...(nft !== undefined && capability !== undefined && { nft: { capability, commitment: bytes(nft['commitment'] ?? '', 'token.nft.commitment') } }),
  };
};

const readContract = (value: unknown): ContractInfo | undefined => {
  if (value === undefined || value === null) return undefined;
  const contract = fields(value, 'contract');
  const artifact = isFields(contract['artifact']) ? contract['artifact'] : {};
  const name = artifact['contractName'];
  return {
    redeemScript: bytes(contract['redeemScript'], 'contract.redeemScript'),
    artifact: typeof name === 'string' ? { contractName: name } : {},
  };
};

const readSourceOutput = (value: unknown): SourceOutput => {
  const source = fields(value, 'a source output');
  const token = readToken(source['token']);
  const contract = readContract(source['contract']);
  return {
    outpointIndex: Number(integer(source['outpointIndex'], 'outpointIndex')),
    outpointTransactionHash: bytes(source['outpointTransactionHash'], 'outpointTransactionHash'),
    sequenceNumber: Number(integer(source['sequenceNumber'], 'sequenceNumber')),
    unlockingBytecode: bytes(source['unlockingBytecode'], 'unlockingBytecode'),
    lockingBytecode: bytes(source['lockingBytecode'], 'lockingBytecode'),
    valueSatoshis: integer(source['valueSatoshis'], 'valueSatoshis'),
    ...(token !== undefined && { token }),
    ...(contract !== undefined && { contract }),
  };
};

const isTransaction = (value: unknown): value is TransactionCommon => isFields(value) && Array.isArray(value['inputs']) && Array.isArray(value['outputs']);

const readTransaction = (value: unknown): TransactionCommon => {
  if (isTransaction(value)) return value;
  const decoded = decodeTransaction(bytes(value, 'transaction'));
  if (typeof decoded === 'string') throw new SigningRefusal(`transaction does not decode: ${decoded}`);
  return decoded;
};

/**
 * Reads a signing request: an object or JSON, with libauth's tags, in the plain encoding, or with native values; the
 * transaction encoded as hex or decoded.
 *
 * @throws SigningRefusal
 */
export const readSigningRequest = (given: unknown): SigningRequest => {
  const request = fields(untag(typeof given === 'string' ? (JSON.parse(given) as unknown) : given), 'the request');
  const sourceOutputs = request['sourceOutputs'];
  if (!Array.isArray(sourceOutputs)) throw new SigningRefusal('sourceOutputs is missing');
  return {
    transaction: readTransaction(request['transaction']),
    sourceOutputs: sourceOutputs.map(readSourceOutput),
    broadcast: request['broadcast'] !== false,
    userPrompt: typeof request['userPrompt'] === 'string' ? request['userPrompt'] : '',
  };
};
