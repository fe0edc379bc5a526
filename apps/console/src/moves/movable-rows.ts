import { useQuery } from '@tanstack/react-query';
import type { Payment, Stream, Weir } from '@weir/client';
import { useServices } from '../api/services.js';
import type { AssetOfRecord } from '../format/amount.js';
import { type MovableRecord, obstacleOf } from '../records/address-move-words.js';

/** A stream, lock or payment that its recipient may move to another wallet. */
export interface MovableRow {
  readonly kind: 'stream' | 'lock' | 'payment';
  readonly id: string;
  readonly title: string;
  readonly recipient: string;
  /** What is not paid yet, base units. */
  readonly left: bigint;
  readonly of: AssetOfRecord;
  /** Why it cannot move; undefined where it can. */
  readonly obstacle: ReturnType<typeof obstacleOf>;
}

/** Most streams, and most payments, of a wallet that are listed: as many as twenty signatures move. */
const LISTED = 1_000;

const streamRow = (stream: Stream & MovableRecord): MovableRow => ({
  kind: stream.contract === 'LOCK' ? 'lock' : 'stream',
  id: stream.id,
  title: stream.description ?? stream.stream_id,
  recipient: stream.recipient,
  left: stream.total_amount_base - stream.withdrawn_amount_base,
  of: stream,
  obstacle: obstacleOf(stream),
});

const paymentRow = (payment: Payment & MovableRecord): MovableRow => ({
  kind: 'payment',
  id: payment.id,
  title: payment.recipient_name ?? payment.payment_id,
  recipient: payment.recipient,
  left: payment.amount_per_period_base * BigInt(payment.periods_funded) - payment.total_paid_base,
  of: payment,
  obstacle: obstacleOf(payment),
});

/** Whether a row is of money that is still to come: what is not funded may never be. */
const isToCome = ({ obstacle }: MovableRow): boolean => obstacle !== 'ENDED' && obstacle !== 'NOT_FUNDED';

const firstOf = async <Row>(rows: AsyncIterable<Row>, rowOf: (row: Row) => MovableRow): Promise<MovableRow[]> => {
  const found: MovableRow[] = [];
  for await (const row of rows) {
    const movable = rowOf(row);
    if (isToCome(movable)) found.push(movable);
    if (found.length === LISTED) break;
  }
  return found;
};

const readRows = async ({ streams, payments }: Weir, recipient: string): Promise<readonly MovableRow[]> => [
  ...(await firstOf(streams.list({ recipient }), streamRow)),
  ...(await firstOf(payments.list({ recipient }), paymentRow)),
];

/** The key of the queries of what can move. */
export const MOVABLE = ['record', 'movable'] as const;

/** Queries what pays the connected wallet, of which a part can move. */
export const useMovableRows = (addresses: readonly string[]) => {
  const { weir } = useServices();
  const recipient = addresses.join();
  return useQuery({
    queryKey: [...MOVABLE, recipient],
    queryFn: () => readRows(weir, recipient),
    enabled: addresses.length > 0,
    // What moved since is read again: nobody signs for what is there no more.
    staleTime: 0,
    gcTime: 0,
  });
};
