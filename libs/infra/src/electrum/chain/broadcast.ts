import { isHex } from '@bitauth/libauth';
import { BroadcastRejectedError, Denial, ServerAnsweredError } from '../electrum-errors.js';
import type { ElectrumPool, ServerSession } from '../pool/electrum-pool.js';
import { txidOf } from './chain-transaction.js';

/** Electrum servers wrap the node's words. */
const REJECTION = /^the transaction was rejected by network rules\.\s*([\s\S]*?)\s*(?:\[[0-9a-f]*\])?$/i;

/** Whether nodes say that they have a transaction already. */
const isKnown = (reason: string): boolean =>
  /txn-already-in-mempool|txn-already-known|already in block ?chain|already in mempool/i.test(reason);

/** A node says so as well of a transaction of which every output is spent again. */
const isMissingInputs = (error: unknown): error is BroadcastRejectedError =>
  error instanceof BroadcastRejectedError && /missing inputs/i.test(error.reason);

const send = async (server: ServerSession, hex: string): Promise<void> => {
  try {
    await server.call('blockchain.transaction.broadcast', hex);
  } catch (error) {
    const reason = error instanceof ServerAnsweredError ? REJECTION.exec(error.message)?.[1] : undefined;
    if (reason === undefined) throw error;
    // Another node may know better: one that lags lacks inputs, or finds a locktime too late.
    if (!isKnown(reason)) throw new Denial(new BroadcastRejectedError(reason));
  }
};

/**
 * Sends a transaction through the first server whose node accepts it or has it, and to the others as well.
 *
 * @param isOnChain whether the network knows a transaction
 * @returns its txid
 * @throws BroadcastRejectedError with a node's reason, when all refuse
 */
export const broadcast = async (
  pool: ElectrumPool,
  hex: string,
  isOnChain: (txid: string) => Promise<boolean>,
): Promise<string> => {
  if (hex === '' || !isHex(hex)) throw new BroadcastRejectedError('TX decode failed');
  const txid = txidOf(hex);
  try {
    const url = await pool.run(async (server) => {
      await send(server, hex);
      return server.url;
    });
    pool.runOnOthers(url, (server) => send(server, hex));
  } catch (error) {
    if (!isMissingInputs(error) || !(await isOnChain(txid))) throw error;
  }
  return txid;
};
