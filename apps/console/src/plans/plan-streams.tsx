import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Exact, Schemas } from '@weir/client';
import { useServices } from '../api/services.js';
import { shortAddress } from '../format/short.js';
import { PAGES } from '../records/pages.js';
import { StatusBadge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { useWallet } from '../wallet/wallet-store.js';
import styles from './plan-streams.module.css';

const ROWS = 50;

type Plan = Exact<Schemas['Plan']>;

/** The streams or payments of a plan, page by page. */
export const PlanStreams = ({ id, plan }: { readonly id: string; readonly plan: Plan }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const pages = useInfiniteQuery({
    queryKey: ['record', id, 'streams', connected?.address],
    queryFn: ({ pageParam, signal }) =>
      weir.ask(
        (sent) =>
          weir.api.GET('/api/plans/{id}/streams', {
            ...sent,
            params: { path: { id }, query: { limit: ROWS, ...(pageParam !== null && { cursor: pageParam }) } },
          }),
        { signal, wallet: connected?.wallet },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const kind = plan.product === 'vesting' ? 'stream' : 'payment';
  return (
    <Card title="Recipients">
      {pages.error !== null && <Failed error={pages.error} retry={() => void pages.refetch()} />}
      {pages.isPending && <Waiting what="Reading who is in it…" />}
      <ol>
        {pages.data?.pages.flatMap(({ streams }) =>
          streams.map((one) => (
            <li key={one.id} className={styles['row']}>
              {one.stream_id === null ? (
                <span>{one.label ?? shortAddress(one.recipient)}</span>
              ) : (
                <Link to={PAGES[kind]} params={{ id: one.id }}>
                  {one.label ?? one.stream_id}
                </Link>
              )}
              <span className={styles['who']}>{shortAddress(one.recipient)}</span>
              <Amount base={one.amount_base} of={plan.token_type} />
              <StatusBadge status={one.status} />
            </li>
          )),
        )}
      </ol>
      {pages.hasNextPage && (
        <Button small disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {pages.isFetchingNextPage ? 'Reading more…' : 'More'}
        </Button>
      )}
    </Card>
  );
};
