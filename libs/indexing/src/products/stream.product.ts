import { createStreamContract, readStreamAnnouncement } from '@weir/covenants';
import { announcedAlone } from './announced-alone.js';
import { followedStream, fundingStep } from './followed-stream.js';
import type { Product } from './product.types.js';
import { streamTerms } from './stream-terms.js';

/** Streams and payments with an announcement of their own, of every covenant and asset. */
export const streamProduct: Product = {
  readTerms(bytecode) {
    const announced = readStreamAnnouncement(bytecode);
    return announced && streamTerms(announced);
  },
  open(bytecode, network) {
    const announced = readStreamAnnouncement(bytecode);
    if (announced === undefined) return undefined;
    const contract = createStreamContract(announced, network);
    return announcedAlone(followedStream(contract, streamTerms(announced), null), (txid, transaction) => {
      const found = contract.findDeployment(txid, transaction);
      if (!found.ok) return found;
      return { ok: true, step: fundingStep(found.state, transaction.locktime), vout: found.state.outpoint.vout };
    });
  },
};
