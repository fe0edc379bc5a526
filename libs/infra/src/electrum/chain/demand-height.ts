import { bigIntToVmNumber, binsAreEqual, encodeDataPush } from '@bitauth/libauth';
import { ServerMistrustedError } from '../electrum-errors.js';
import type { ServerSession } from '../pool/electrum-pool.js';
import { fieldsOf, hashOf, listOf } from './answers.js';
import { decodeChecked } from './chain-transaction.js';
import { merkleRootOf } from './merkle-proof.js';
import type { TipReport } from './tip-report.js';

/**
 * Checks a block's height by its coinbase, which begins with it (BIP34). Two round trips.
 *
 * @throws ServerMistrustedError when the block has another height
 */
export const demandHeight = async (server: ServerSession, { height, header }: TipReport): Promise<void> => {
  // The first block says none, and needs to: no other builds on nothing.
  if (height === 0 && /^0+$/.test(header.previous)) return;
  const place = fieldsOf(await server.call('blockchain.transaction.id_from_pos', height, 0, true), 'id_from_pos');
  const txid = hashOf(place['tx_hash'], 'tx_hash');
  const branch = listOf(place['merkle'], 'merkle').map((node) => hashOf(node, 'a merkle node'));
  const { transaction } = decodeChecked(txid, await server.call('blockchain.transaction.get', txid));
  const said = encodeDataPush(bigIntToVmNumber(BigInt(height)));
  const script = transaction.inputs[0]?.unlockingBytecode.slice(0, said.length);
  if (merkleRootOf(txid, { branch, position: 0 }) !== header.merkleRoot)
    throw new ServerMistrustedError(`The proof of the first transaction in block ${header.hash} does not hold`);
  if (script === undefined || !binsAreEqual(script, said))
    throw new ServerMistrustedError(`Block ${header.hash} does not have height ${height}`);
};
