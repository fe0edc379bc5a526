import { isWeirError, type Found, type Weir } from '@weir/client';

/** A record that was found. */
export type FoundRow = Pick<Found['records'][number], 'kind' | 'id' | 'display_id' | 'status' | 'created_at'>;

/** What was found, and whether there is more. */
export interface FoundRows {
  readonly rows: readonly FoundRow[];
  readonly more: boolean;
}

/** How many records of each product are shown for a party. */
const LATEST = 25;

const NONE: FoundRows = { rows: [], more: false };

/** Returns the latest records of which an address is the sender, the recipient or the creator. */
const ofParty = async (
  { streams, payments, airdrops }: Weir,
  address: string,
  signal: AbortSignal,
): Promise<FoundRows> => {
  const [sent, paid, given] = await Promise.all([
    streams.page({ address, limit: LATEST }, { signal }),
    payments.page({ address, limit: LATEST }, { signal }),
    airdrops.page({ creator: address, limit: LATEST }, { signal }),
  ]);
  const rows = [
    ...sent.streams.map((one) => ({ ...one, kind: 'stream' as const, display_id: one.stream_id })),
    ...paid.payments.map((one) => ({ ...one, kind: 'payment' as const, display_id: one.payment_id })),
    ...given.airdrops.map((one) => ({ ...one, kind: 'airdrop' as const, display_id: one.campaign_id })),
  ].map(({ kind, id, display_id, status, created_at }) => ({ kind, id, display_id, status, created_at }));
  return {
    rows: rows.toSorted((one, other) => other.created_at - one.created_at),
    more: [sent, paid, given].some(({ nextCursor }) => nextCursor !== null),
  };
};

/**
 * Finds what a text names: a record by its id, its contract or a transaction; or the records of a party by their address.
 *
 * @returns no rows for a text that can name nothing
 * @throws WeirError
 */
export const findRecords = async (weir: Weir, q: string, signal: AbortSignal): Promise<FoundRows> => {
  try {
    const { records, more, searchedAs } = await weir.search(q, { signal });
    return records.length === 0 && searchedAs === 'contract' ? await ofParty(weir, q, signal) : { rows: records, more };
  } catch (error) {
    if (isWeirError(error, 'INVALID_REQUEST')) return NONE;
    throw error;
  }
};
