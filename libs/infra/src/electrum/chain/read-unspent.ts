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
  const unspent = parseUnspent(await server.call('blockchain.scripthash.listunspent', scriptHashOf(output.lockingBytecode), 'include_tokens'));
  return unspent.some((each) => each.txid === txid && each.vout === vout);
};

/** Whether an output is unspent, the mempool counted. */
export const isUnspent = async (server: ServerSession, outpoint: Outpoint): Promise<boolean> => {
  const [answer] = await server.batch([{ method: 'blockchain.utxo.get_info', params: [outpoint.txid, outpoint.vout] }]);
  if (answer instanceof ServerAnsweredError) {
    if (/unsupported request|unknown method|method not found/i.test(answer.message)) return isListed(server, outpoint);
    throw answer;
  }
  if (answer === null) return false;
  fieldsOf(answer, 'utxo.get_info');
  return true;
};
