import type { Connection } from '../connection/connection.js';
import { type Answered, exact, type Schemas } from '../shared/amounts.js';
import { WeirError } from '../shared/error.js';
import type { Wallet } from '../wallet.js';
import { readRows } from './read-rows.js';

/** One payment of money, with the running total after it. */
export type ActivityLine = Answered<'ActivityLine'>;

/** Selects payments. */
export interface ActivityQuery {
  /** Address of a person or a vault, or those of one wallet, separated by commas. */
  readonly address: string;
  /** First and last second, Unix time; by default everything. */
  readonly from?: number;
  readonly to?: number;
}

/** Options of an export. */
export interface ExportOptions {
  readonly signal?: AbortSignal;
  /** Proves who asks: for payments of private vaults. */
  readonly wallet?: Wallet;
}

/** Exports for accountants: one line for each payment of money, the oldest first, streamed however much there is. */
export interface Exports {
  /**
   * Iterates over the lines. Leaving the loop ends the export.
   *
   * @throws WeirError CONNECTION_FAILED where it broke off before its end; or the signal's reason
   */
  activity(query: ActivityQuery, options?: ExportOptions): AsyncGenerator<ActivityLine, void, undefined>;
  /**
   * Returns the file as a stream of bytes (a CSV begins with a byte order mark), to be piped to a disk or a response. Reading fails where it breaks off
   * before its end.
   *
   * @param format by default `csv`
   */
  activityFile(
    query: ActivityQuery & { readonly format?: 'csv' | 'json' },
    options?: ExportOptions,
  ): Promise<ReadableStream<Uint8Array>>;
}

/** Creates the exports' part of a client. */
export const createExports = ({ api, ask, wallet: own }: Connection): Exports => {
  const open: Exports['activityFile'] = async (
    { address, from, to, format = 'csv' },
    { wallet: given, signal } = {},
  ) => {
    const query = { address, format, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    const body = await ask(
      (sent) => api.GET('/api/exports/activity', { ...sent, params: { query }, parseAs: 'stream' }),
      { wallet: given ?? own, signal, isProven: given !== undefined },
    );
    if (body === null) throw new WeirError('ANSWER_UNREADABLE', 'The export has no body', { retryable: true });
    return body;
  };
  return {
    async *activity(query, options = {}) {
      const body = await open({ ...query, format: 'json' }, options);
      try {
        for await (const row of readRows(body)) yield exact(JSON.parse(row) as Schemas['ActivityLine']);
      } catch (error) {
        options.signal?.throwIfAborted();
        throw new WeirError('CONNECTION_FAILED', 'The export was interrupted; retry', {
          retryable: true,
          cause: error,
        });
      }
    },
    activityFile: open,
  };
};
