import type { Outpoint } from '@weir/covenants';
import { Denial, ServerAnsweredError } from '../electrum-errors.js';
import type { ServerSession } from '../pool/electrum-pool.js';
import { fieldsOf } from './answers.js';
import { readTransactions } from './read-transactions.js';
import { scriptHashOf } from './script-hash.js';
import { parseUnspent } from './unspent.js';

/** For servers that cannot look up an output: looks for it among its script's unspent ones. */
const isListed = async (server: ServerSession, { txid, vout }: Outpoint): Promise<boolean> => {
  const found = await readTransactions(server, [txid]).catch((error: unknown) => {
    if (error instanceof Denial) return [];
    throw error;
  });
  const output = found[0]?.transaction.outputs[vout];
  if (output === undefined) return false;
  const unspent = parseUnspent(
    await server.call('blockchain.scripthash.listunspent', scriptHashOf(output.lockingBytecode), 'include_tokens'),
  );
  return unspent.some((each) => each.txid === txid && each.vout === vout);
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
