import { NodeRejection } from '../../node/node.types.js';
import { textOf } from '../rpc/params.js';
import { badRequest } from '../rpc/rpc-error.js';
import type { CallContext } from '../services.js';

const rejected = (reason: string) => badRequest(`the transaction was rejected by network rules.\n\n${reason}\n`);

/**
 * Answers `blockchain.transaction.broadcast`: submits straight to the node, and rewords its refusal as Fulcrum does.
 */
export const broadcast = ({ services }: CallContext, [value]: readonly unknown[]): string => {
  const hex = textOf(value);
  // Fulcrum passes an empty text on as no text at all, and the node's error says so.
  if (hex === '') throw rejected('Expected type string at index 0, got null');
  try {
    return services.node.submit(hex);
  } catch (error) {
    if (!(error instanceof NodeRejection)) throw error;
    throw rejected(error.reason);
  }
};
