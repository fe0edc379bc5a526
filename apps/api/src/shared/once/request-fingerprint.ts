import { createHash, type Hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Fingerprint, RecipientInput, WhitelistInput } from '@weir/services';
import { canonicalValue } from './canonical-value.js';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Serialises JSON independently of the order of its fields and of how values are written. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(byName)) : canonicalValue(inner),
  );

/** Starts a hash with the route, its parameters and query. */
const begin = ({ routeOptions, params, query }: FastifyRequest): Hash =>
  createHash('sha256').update(`${canonical([routeOptions.method, routeOptions.url, params, query])}\n`);

/** Returns the fingerprint of a request with a parsed body, independent of the order of fields. */
export const fingerprintOf = (request: FastifyRequest): Fingerprint => {
  const digest = (): string => {
    const { body } = request;
    return begin(request)
      .update(body instanceof Uint8Array ? body : canonical(body ?? null))
      .digest('hex');
  };
  return { ofRead: digest, ofAll: () => Promise.resolve(digest()) };
};

const drain = async (items: AsyncIterable<unknown>): Promise<void> => {
  const reading = items[Symbol.asyncIterator]();
  while ((await reading.next()).done !== true);
};

const rowsOf = (batch: readonly RecipientInput[]): string =>
  JSON.stringify(batch.map(({ address, amount }) => [canonicalValue(address), canonicalValue(amount)])).slice(1, -1);

/**
 * Wraps a list so that it is hashed while it is read. CSV has the same hash in a form, as a body and in JSON.
 *
 * @param creator the creator named in the body
 */
export const fingerprintList = (
  list: WhitelistInput,
  request: FastifyRequest,
  creator: string | undefined,
): { readonly list: WhitelistInput; readonly fingerprint: Fingerprint } => {
  const hash = begin(request).update(`${canonical(creator ?? '')}\n${list.kind}\n`);
  async function* pieces(from: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of from) {
      hash.update(piece);
      yield piece;
    }
  }
  async function* batches(
    from: AsyncIterable<readonly RecipientInput[]> | Iterable<readonly RecipientInput[]>,
  ): AsyncGenerator<readonly RecipientInput[]> {
    for await (const batch of from) {
      if (batch.length > 0) hash.update(`${rowsOf(batch)},`);
      yield batch;
    }
  }
  const ofRead = (): string => hash.copy().digest('hex');
  if (list.kind === 'csv') {
    const hashed = pieces(list.pieces);
    return { list: { kind: 'csv', pieces: hashed }, fingerprint: { ofRead, ofAll: () => drain(hashed).then(ofRead) } };
  }
  const hashed = batches(list.batches);
  return {
    list: { kind: 'recipients', batches: hashed },
    fingerprint: { ofRead, ofAll: () => drain(hashed).then(ofRead) },
  };
};
