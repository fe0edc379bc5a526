import { createHash, type Hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Fingerprint, RecipientInput, WhitelistInput } from '@weir/services';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** JSON in one form, whatever the order of its fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(byName)) : inner,
  );

/** What is asked of which route, but for the body. */
const begin = ({ routeOptions, params, query }: FastifyRequest): Hash =>
  createHash('sha256').update(`${canonical([routeOptions.method, routeOptions.url, params, query])}\n`);

/** Of a request whose body has been read: the same for the same fields, in whatever order. */
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
  JSON.stringify(batch.map(({ address, amount }) => [address, amount])).slice(1, -1);

/**
 * A list that is hashed as it is read, however it is sent: CSV in a form, by itself and in JSON are the same.
 *
 * @param creator who the body says sends it
 */
export const fingerprintList = (
  list: WhitelistInput,
  request: FastifyRequest,
  creator: string | undefined,
): { readonly list: WhitelistInput; readonly fingerprint: Fingerprint } => {
  const hash = begin(request).update(`${creator ?? ''}\n${list.kind}\n`);
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
