import { NodeRejection } from '../../node/node.types.js';
import { textOf } from '../rpc/params.js';
import { badRequest } from '../rpc/rpc-error.js';
import type { CallContext, Services } from '../services.js';

const rejected = (reason: string) => badRequest(`the transaction was rejected by network rules.\n\n${reason}\n`);

/** A refused double spend becomes a proof which subscribers of the first transaction hear of. */
const proveDoubleSpend = ({ follower, proofs }: Services, hex: string): void => {
  const concerned = proofs.record(hex);
  if (concerned.length === 0) return;
  follower.touch((touched) => {
    for (const txid of concerned) touched.txids.add(txid);
  });
};

/** `blockchain.transaction.broadcast`: straight to the node; its reason comes back in Fulcrum's words. */
export const broadcast = ({ services }: CallContext, [value]: readonly unknown[]): string => {
  const hex = textOf(value);
  // What the server hands on for an empty text is no text, and the node says so.
  if (hex === '') throw rejected('Expected type string at index 0, got null');
  try {
    return services.node.submit(hex);
  } catch (error) {
    if (!(error instanceof NodeRejection)) throw error;
    if (error.reason.includes('txn-mempool-conflict')) proveDoubleSpend(services, hex);
    throw rejected(error.reason);
  }
};
