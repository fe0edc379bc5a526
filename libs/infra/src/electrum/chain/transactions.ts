import {
  binToHex,
  decodeTransaction,
  flattenBinArray,
  hash256,
  hexToBin,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { Finality } from '@weir/kinds';
import {
  ChainUnavailableError,
  Denial,
  ServerAnsweredError,
  ServerMistrustedError,
  TransactionNotFoundError,
} from '../pool/electrum-errors.js';
import type { ServerSession } from '../pool/electrum-pool.js';
import type { Call } from '../pool/server-connection.js';
import { bytesToHex, fieldsOf, hashOf, hexOf, hexToBytes, integerOf, listOf } from './answers.js';
import { type BlockHeader, demandWork, headerOf, parseHeaders, parseTip, TIP_CALL, type TipReport } from './headers.js';

/** Finality of a transaction. Nodes finalise at 10 blocks. */
type ChainFinality = Finality;

/** A transaction whose hash was checked, and, where it is mined, its proof. */
export interface ChainTransaction {
  readonly txid: string;
  readonly hex: string;
  readonly transaction: TransactionCommon;
  /** Bytes. */
  readonly size: number;
  /** Both undefined while it is in the mempool. */
  readonly height: number | undefined;
  readonly blockHash: string | undefined;
  readonly confirmations: number;
  readonly finality: ChainFinality;
}

const FINAL_AT = 10;

/** Returns the txid of an encoded transaction, display order. */
export const txidOf = (hex: string): string => txidOfBytes(hexToBytes(hex));

const txidOfBytes = (bytes: Uint8Array): string => bytesToHex(hash256(bytes).reverse());

/** Decodes a transaction a server gave for a txid. @throws ServerMistrustedError when it is another, or none */
export const decodeChecked = (
  txid: string,
  raw: unknown,
): Pick<ChainTransaction, 'txid' | 'hex' | 'transaction' | 'size'> => {
  const bytes = hexToBytes(hexOf(raw, 'a transaction'));
  const hex = bytesToHex(bytes);
  if (txidOfBytes(bytes) !== txid) throw new ServerMistrustedError(`The answer for ${txid} is another transaction`);
  const transaction = decodeTransaction(bytes);
  if (typeof transaction === 'string')
    throw new ServerMistrustedError(`Transaction ${txid} does not decode: ${transaction}`);
  return { txid, hex, transaction, size: bytes.length };
};

/** Returns the finality of a transaction with a number of confirmations. */
export const finalityOf = (confirmations: number): ChainFinality => {
  if (confirmations === 0) return 'mempool';
  return confirmations >= FINAL_AT ? 'final' : 'mined';
};

/**
 * Checks that no transaction with tokens is said to be in a block from before there were any, of which little work is asked: all
 * contracts begin with tokens.
 *
 * @param tokensFrom the first height whose block may hold tokens
 * @throws ServerMistrustedError
 */
export const demandTokensExist = (
  transactions: readonly Pick<ChainTransaction, 'txid' | 'transaction' | 'height'>[],
  tokensFrom: number,
): void => {
  for (const { txid, transaction, height = tokensFrom } of transactions)
    if (height < tokensFrom && transaction.outputs.some(({ token }) => token !== undefined))
      throw new ServerMistrustedError(`Block ${height} cannot hold ${txid}: tokens came later`);
};

/** The siblings of a transaction, from its own level up, display-order hex, and its position in the block. */
interface TransactionProof {
  readonly branch: readonly string[];
  readonly position: number;
}

const internal = (hex: string): Uint8Array => hexToBin(hex).reverse();

/** Computes the merkle root, display-order hex, that a proof leads to from a transaction. */
export const merkleRootOf = (txid: string, { branch, position }: TransactionProof): string => {
  const root = branch.reduce(
    (node, sibling, level) =>
      hash256(
        flattenBinArray(
          Math.floor(position / 2 ** level) % 2 === 1 ? [internal(sibling), node] : [node, internal(sibling)],
        ),
      ),
    internal(txid),
  );
  return binToHex(root.reverse());
};

/** Blocks from the tip down within which a block is shown to be the chain's. */
const LINKED = 100;

/** Whether an error says that the node does not have a transaction. */
export const isMissing = (answer: unknown): boolean =>
  answer instanceof ServerAnsweredError &&
  /no such mempool (or blockchain )?transaction|no information available about transaction/i.test(answer.message);

/** Whether an error says that the index does not know a transaction, not yet or no longer. */
export const isUnindexed = (answer: unknown): boolean =>
  answer instanceof ServerAnsweredError && /no transaction matching/i.test(answer.message);

/** The height the index has a transaction at. It may not know it yet while the node has it: then it counts as in the mempool. */
const heightOf = (answer: unknown): number | undefined => {
  if (isUnindexed(answer)) return undefined;
  if (answer instanceof ServerAnsweredError) throw answer;
  const height = integerOf(answer, 'get_height', -1);
  return height > 0 ? height : undefined;
};

/**
 * Whether a transaction is in a block that a reorganisation took off the chain: a node's index keeps such transactions
 * and goes on returning them. In the detailed form they have a block but no confirmations; those of the mempool have
 * neither.
 */
export const isOffChain = (answer: unknown): boolean => {
  if (answer instanceof ServerAnsweredError) return isMissing(answer);
  const { blockhash, confirmations } = fieldsOf(answer, 'a detailed transaction');
  return blockhash !== undefined && !(typeof confirmations === 'number' && confirmations > 0);
};

/** Refuses what the index does not know and no block or mempool holds. @throws Denial */
const denyOffChain = async (server: ServerSession, txids: readonly string[]): Promise<void> => {
  if (txids.length === 0) return;
  const answers = await server.batch(
    txids.map((txid) => ({ method: 'blockchain.transaction.get', params: [txid, true] })),
  );
  const off = txids.find((_, i) => isOffChain(answers[i]));
  if (off !== undefined) throw new Denial(new TransactionNotFoundError(off));
};

const readOne = (txid: string, raw: unknown, height: unknown) => {
  if (isMissing(raw)) throw new Denial(new TransactionNotFoundError(txid));
  if (raw instanceof ServerAnsweredError) throw raw;
  return { ...decodeChecked(txid, raw), height: heightOf(height) };
};

/** Headers of the chain that ends with the server's tip, and of that tip at least. @throws Denial when it has another tip by now */
const headersTo = (tip: TipReport, from: number, answer: unknown, url: string): ReadonlyMap<number, BlockHeader> => {
  const headers = parseHeaders(hexOf(fieldsOf(answer, 'block.headers')['hex'], 'headers'));
  if (headers.length === 0) throw new ServerMistrustedError(`There is no block ${tip.height}, which should be the tip`);
  if (headers.at(-1)?.hash !== tip.header.hash)
    throw new Denial(new ChainUnavailableError(`${url} has another chain than before`, 1));
  return new Map(headers.map((header, i) => [from + i, header]));
};

/**
 * Checks proofs that transactions are in blocks, and that the blocks are in the chain that ends with the server's tip: of
 * the latest blocks; one further below counts by its own header.
 *
 * @returns the hash of each one's block
 */
const proveBlocks = async (
  server: ServerSession,
  tip: TipReport,
  mined: readonly { readonly txid: string; readonly height: number }[],
): Promise<string[]> => {
  if (mined.length === 0) return [];
  const heights = [...new Set(mined.map(({ height }) => height))];
  const linked = heights.filter((height) => height > tip.height - LINKED && height <= tip.height);
  const from = Math.min(tip.height, ...linked);
  const alone = heights.filter((height) => !linked.includes(height));
  const [chain, ...answers] = await server.batch([
    { method: 'blockchain.block.headers', params: [from, tip.height - from + 1] },
    ...alone.map((height): Call => ({ method: 'blockchain.block.header', params: [height] })),
    ...mined.map(({ txid, height }): Call => ({ method: 'blockchain.transaction.get_merkle', params: [txid, height] })),
  ]);
  const refused = [chain, ...answers].find((answer) => answer instanceof ServerAnsweredError);
  if (refused instanceof ServerAnsweredError) throw refused;
  const headers = new Map([
    ...headersTo(tip, from, chain, server.url),
    ...alone.map((height, i): [number, BlockHeader] => [height, headerOf(answers[i])]),
  ]);
  demandWork(headers, server.facts.easiestAt);
  return mined.map(({ txid, height }, i) => {
    const proof = fieldsOf(answers[alone.length + i], 'get_merkle');
    const branch = listOf(proof['merkle'], 'merkle').map((node) => hashOf(node, 'a merkle node'));
    const block = headers.get(height);
    if (
      block === undefined ||
      merkleRootOf(txid, { branch, position: integerOf(proof['pos'], 'pos') }) !== block.merkleRoot
    ) {
      throw new ServerMistrustedError(`The proof that ${txid} is in block ${height} does not hold`);
    }
    return block.hash;
  });
};

/** Most transactions that one batch of a public server reads: two calls each, and the tip. */
export const TRANSACTIONS_AT_ONCE = 172;

/**
 * Reads transactions from one server in two round trips (more above 345 calls each, and one more where its index lags):
 * hashes checked, and for the mined ones the merkle proof against the block's header, and the headers from there to the
 * tip.
 *
 * @throws Denial of the first that the server does not know, or that a reorganisation took off the chain
 */
export const readTransactions = async (
  server: ServerSession,
  txids: readonly string[],
): Promise<ChainTransaction[]> => {
  const perTransaction = txids.flatMap((txid): Call[] => [
    { method: 'blockchain.transaction.get', params: [txid] },
    { method: 'blockchain.transaction.get_height', params: [txid] },
  ]);
  const answers = await server.batch([...perTransaction, TIP_CALL]);
  const tip = parseTip(answers.at(-1));
  server.noteTip({ height: tip.height, hash: tip.header.hash });
  const read = txids.map((txid, i) => readOne(txid, answers[2 * i], answers[2 * i + 1]));
  await denyOffChain(
    server,
    txids.filter((_, i) => isUnindexed(answers[2 * i + 1])),
  );
  const mined = read.flatMap(({ txid, height }) => (height === undefined ? [] : [{ txid, height }]));
  demandTokensExist(read, server.facts.tokensFrom);
  const blockHashes = new Map((await proveBlocks(server, tip, mined)).map((hash, i) => [mined[i]?.txid, hash]));
  return read.map((transaction) => {
    const { height } = transaction;
    const confirmations = height === undefined ? 0 : Math.max(1, tip.height - height + 1);
    return {
      ...transaction,
      blockHash: blockHashes.get(transaction.txid),
      confirmations,
      finality: finalityOf(confirmations),
    };
  });
};
