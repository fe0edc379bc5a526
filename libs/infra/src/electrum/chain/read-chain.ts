import { ChainUnavailableError, Denial, ServerMistrustedError } from '../electrum-errors.js';
import type { ServerSession } from '../pool/electrum-pool.js';
import { fieldsOf, hexOf } from './answers.js';
import { MEDIAN_SPAN, parseHeaders, type BlockHeader } from './block-header.js';
import { demandWork, numbered } from './proof-of-work.js';
import { MAX_HEADERS } from './read-headers.js';
import type { Tip } from './tip-tracker.js';

/**
 * Reads the headers from a height up to a tip from one server, each building on the one before.
 *
 * @throws Denial of a server that has another chain than the one to this tip: it lags, or is ahead
 */
export const readChain = async (server: ServerSession, from: number, tip: Tip): Promise<BlockHeader[]> => {
  let hex = '';
  for (let start = from; start <= tip.height; start += MAX_HEADERS) {
    const answer = fieldsOf(
      await server.call('blockchain.block.headers', start, Math.min(MAX_HEADERS, tip.height - start + 1)),
      'block.headers',
    );
    hex += hexOf(answer['hex'], 'headers');
  }
  const headers = parseHeaders(hex);
  const byHeight = numbered(from, headers);
  demandWork(byHeight, server.facts.easiestAt);
  // What is old was made with less; it lies under what is new.
  demandWork(byHeight.slice(-MEDIAN_SPAN), () => server.facts.easiestTip);
  const asked = tip.height - from + 1;
  if (headers.length > asked) throw new ServerMistrustedError('There are more headers than were asked for');
  if (headers.at(-1)?.hash !== tip.hash)
    throw new Denial(new ChainUnavailableError(`${server.url} does not have the chain to block ${tip.hash}`, 1));
  // Those of other heights, which end with the tip as well.
  if (headers.length < asked) throw new ServerMistrustedError(`There are ${headers.length} headers of ${asked}`);
  return headers;
};
