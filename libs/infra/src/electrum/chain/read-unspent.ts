import { binsAreEqual } from '@bitauth/libauth';
import { type Outpoint, outpointKey, outpointOf } from '@weir/covenants';
import { Denial, ServerAnsweredError } from '../pool/electrum-errors.js';
import type { ElectrumPool, ServerSession } from '../pool/electrum-pool.js';
import type { Call } from '../pool/server-connection.js';
import { fieldsOf, parseUnspent, toUnspent, type UnspentOutput } from './answers.js';
import { scriptHashOf, type TransactionNotes } from './transaction-notes.js';
import {
  type ChainTransaction,
  decodeChecked,
  isMissing,
  isOffChain,
  isUnindexed,
  readTransactions,
} from './transactions.js';

/** A transaction whose hash was checked. */
type RawTransaction = Pick<ChainTransaction, 'txid' | 'transaction'>;

const asked = async (
  server: ServerSession,
  txids: readonly string[],
  calls: (txid: string) => readonly Call[],
): Promise<(readonly [txid: string, answers: readonly unknown[]])[]> => {
  const answers = txids.length === 0 ? [] : await server.batch(txids.flatMap(calls));
  const each = txids.length === 0 ? 0 : answers.length / txids.length;
  return txids.map((txid, i) => [txid, answers.slice(i * each, (i + 1) * each)]);
};

/**
 * Returns those of some transactions that a server's node has in its mempool and its index does not show yet. Others
 * may have been replaced, or are indexed by now.
 */
const readUnindexed = async (server: ServerSession, txids: readonly string[]): Promise<RawTransaction[]> => {
  const heights = await asked(server, txids, (txid) => [
    { method: 'blockchain.transaction.get_height', params: [txid] },
  ]);
  const unindexed = heights.filter(([, [height]]) => isUnindexed(height)).map(([txid]) => txid);
  const found = await asked(server, unindexed, (txid) => [
    { method: 'blockchain.transaction.get', params: [txid] },
    { method: 'blockchain.transaction.get', params: [txid, true] },
  ]);
  return found.flatMap(([txid, [raw, detailed]]) => {
    if (isMissing(raw) || isOffChain(detailed)) return [];
    if (raw instanceof ServerAnsweredError) throw raw;
    return [decodeChecked(txid, raw)];
  });
};

/** How often notes are looked for that spend from notes: a chain of them that pays its own script is found at once. */
const ROUNDS = 8;

/** Without the filter, servers below protocol 1.5 hide outputs with tokens. */
const listUnspent = async (server: ServerSession, lockingBytecode: Uint8Array): Promise<UnspentOutput[]> =>
  parseUnspent(await server.call('blockchain.scripthash.listunspent', scriptHashOf(lockingBytecode), 'include_tokens'));

const outputsTo = ({ txid, transaction }: RawTransaction, lockingBytecode: Uint8Array): UnspentOutput[] =>
  transaction.outputs.flatMap((output, vout) =>
    binsAreEqual(output.lockingBytecode, lockingBytecode) ? [toUnspent(txid, vout, output)] : [],
  );

interface View {
  readonly coins: UnspentOutput[];
  /** Coins that the server does not list yet. */
  readonly added: readonly UnspentOutput[];
}

/** What a server lists, brought up to those of some transactions that its node has and its index does not. */
const viewWith = async (
  server: ServerSession,
  lockingBytecode: Uint8Array,
  txids: readonly string[],
): Promise<View> => {
  // In this order: what was indexed before the listing is in it.
  const unindexed = await readUnindexed(server, txids);
  const listed = await listUnspent(server, lockingBytecode);
  const spent = new Set(
    unindexed.flatMap(({ transaction }) => transaction.inputs.map((input) => outpointKey(outpointOf(input)))),
  );
  const added = unindexed.flatMap((each) => outputsTo(each, lockingBytecode));
  const coins = new Map([...added, ...listed].map((coin) => [outpointKey(coin), coin]));
  return { coins: [...coins.values()].filter((coin) => !spent.has(outpointKey(coin))), added };
};

/**
 * Reads a script's unspent outputs: those a server lists, less what noted transactions spend, plus what they pay, where
 * the server's index does not show those yet.
 *
 * @throws ChainUnavailableError
 */
export const readKnownUnspent = async (
  pool: ElectrumPool,
  lockingBytecode: Uint8Array,
  notes: TransactionNotes,
): Promise<UnspentOutput[]> => {
  let view: View = { coins: await pool.run((server) => listUnspent(server, lockingBytecode)), added: [] };
  const known = new Set<string>();
  let keys = [scriptHashOf(lockingBytecode), ...view.coins.map(outpointKey)];
  for (let round = 0; round < ROUNDS; round += 1) {
    const news = (await notes.find(keys)).filter((txid) => !known.has(txid));
    if (news.length === 0) break;
    for (const txid of news) known.add(txid);
    view = await pool.run((server) => viewWith(server, lockingBytecode, [...known]));
    keys = view.added.map(outpointKey);
  }
  return view.coins;
};

/** For servers that cannot look up an output: looks for it among its script's unspent ones. */
const isListed = async (server: ServerSession, { txid, vout }: Outpoint): Promise<boolean> => {
  const found = await readTransactions(server, [txid]).catch((error: unknown) => {
    if (error instanceof Denial) return [];
    throw error;
  });
  const output = found[0]?.transaction.outputs[vout];
  if (output === undefined) return false;
  return (await listUnspent(server, output.lockingBytecode)).some((each) => each.txid === txid && each.vout === vout);
};

const readAnswer = async (server: ServerSession, outpoint: Outpoint, answer: unknown): Promise<boolean> => {
  if (answer instanceof ServerAnsweredError) {
    if (/unsupported request|unknown method|method not found/i.test(answer.message)) return isListed(server, outpoint);
    throw answer;
  }
  if (answer === null) return false;
  fieldsOf(answer, 'utxo.get_info');
  return true;
};

/** Returns which of some outputs are unspent, the mempool counted, in one round trip for each 345. */
export const areUnspent = async (server: ServerSession, outpoints: readonly Outpoint[]): Promise<boolean[]> => {
  const answers = await server.batch(
    outpoints.map(({ txid, vout }) => ({ method: 'blockchain.utxo.get_info', params: [txid, vout] })),
  );
  const unspent: boolean[] = [];
  // One after the other: where the call is unknown, each takes more of the server.
  for (const [i, outpoint] of outpoints.entries()) unspent.push(await readAnswer(server, outpoint, answers[i]));
  return unspent;
};

/** Whether an output is unspent, the mempool counted. */
export const isUnspent = async (server: ServerSession, outpoint: Outpoint): Promise<boolean> =>
  (await areUnspent(server, [outpoint]))[0] ?? false;
