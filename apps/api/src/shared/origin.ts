import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '@weir/http';
import type { Origin } from '@weir/services';

/** Digits that tell networks apart well enough. */
const DIGITS = 32;

/** Whom a request counts for. Of the network a digest is kept, not its address. */
export const originOf = ({
  ip,
  isCallerAuthenticated,
}: Pick<FastifyRequest, 'ip' | 'isCallerAuthenticated'>): Origin => ({
  network: createHash('sha256')
    .update(`weir network ${networkOf(ip)}`)
    .digest('hex')
    .slice(0, DIGITS),
  isProven: isCallerAuthenticated,
});
