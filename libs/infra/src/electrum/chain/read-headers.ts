import { ServerMistrustedError } from '../electrum-errors.js';
import type { ServerSession } from '../pool/electrum-pool.js';
import { fieldsOf, hexOf } from './answers.js';
import { parseHeaders, type BlockHeader } from './block-header.js';
import { demandWork, numbered } from './proof-of-work.js';

/** Headers a server gives at once. */
export const MAX_HEADERS = 2_016;

/**
 * Reads the headers of some heights, at most {@link MAX_HEADERS}, each building on the one before. Nothing but what they
 * link to says that they are those of these heights.
 */
export const readHeaders = async (server: ServerSession, from: number, to: number): Promise<BlockHeader[]> => {
  const answer = fieldsOf(await server.call('blockchain.block.headers', from, to - from + 1), 'block.headers');
  const headers = parseHeaders(hexOf(answer['hex'], 'headers'));
  if (headers.length !== to - from + 1) throw new ServerMistrustedError(`Headers up to ${to} are missing`);
  demandWork(numbered(from, headers), server.facts.easiestAt);
  return headers;
};
