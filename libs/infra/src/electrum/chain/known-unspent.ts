import { binsAreEqual } from '@bitauth/libauth';
import { outpointOf } from '@weir/covenants';
import type { ElectrumPool, ServerSession } from '../pool/electrum-pool.js';
import { readUnindexed, type RawTransaction } from './read-unindexed.js';
import { scriptHashOf } from './script-hash.js';
import { outpointNote, scriptNote, type TransactionNotes } from './transaction-notes.js';
import { parseUnspent, toUnspent, type UnspentOutput } from './unspent.js';

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
    unindexed.flatMap(({ transaction }) => transaction.inputs.map((input) => outpointNote(outpointOf(input)))),
  );
  const added = unindexed.flatMap((each) => outputsTo(each, lockingBytecode));
  const coins = new Map([...added, ...listed].map((coin) => [outpointNote(coin), coin]));
  return { coins: [...coins.values()].filter((coin) => !spent.has(outpointNote(coin))), added };
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
  let keys = [scriptNote(lockingBytecode), ...view.coins.map(outpointNote)];
  for (let round = 0; round < ROUNDS; round += 1) {
    const news = (await notes.find(keys)).filter((txid) => !known.has(txid));
    if (news.length === 0) break;
    for (const txid of news) known.add(txid);
    view = await pool.run((server) => viewWith(server, lockingBytecode, [...known]));
    keys = view.added.map(outpointNote);
  }
  return view.coins;
};
