import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Asset } from '../format/amount.js';
import { shortAddress } from '../format/short.js';
import { PAGES } from '../records/pages.js';
import { StatusBadge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Failed } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { ProposeBar } from './propose-bar.js';
import type { VaultDetail } from './vault-choices.js';
import { offersOfSelection, type Sent } from './vault-moves.js';
import styles from './vault.module.css';

/** A stream or payment that a vault sends. */
export interface Grant extends Sent {
  readonly name: string;
  readonly recipient: string;
  readonly base: bigint;
  readonly of: Asset;
}

export interface GrantPage {
  readonly rows: readonly Grant[];
  readonly nextCursor: string | null;
}

interface GrantListProps {
  readonly title: string;
  readonly vault: VaultDetail;
  readonly kind: Grant['kind'];
  readonly canPropose: boolean;
  readonly read: (cursor: string | null, signal: AbortSignal) => Promise<GrantPage>;
}

const canMove = ({ status }: Sent): boolean => status === 'PENDING' || status === 'ACTIVE' || status === 'PAUSED';

/** Lists streams or payments that a vault sends, page by page; members can propose actions on a selection. */
export const GrantList = ({ title, vault, kind, canPropose, read }: GrantListProps) => {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['record', vault.id, 'grants', kind],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const selected = rows.filter((row) => chosen.has(row.id) && canMove(row));
  const choose = (id: string, isChosen: boolean): void =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  if (rows.length === 0) return null;
  return (
    <div className={styles['grants']}>
      <h3>{title}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={styles['grant']}>
            <span className={styles['pick']}>
              {canPropose && canMove(row) && (
                <input
                  type="checkbox"
                  aria-label={`Select ${row.name}`}
                  checked={chosen.has(row.id)}
                  onChange={({ target }) => choose(row.id, target.checked)}
                />
              )}
              <Link to={PAGES[kind]} params={{ id: row.id }}>
                {row.name}
              </Link>
            </span>
            <span className={styles['note']}>{shortAddress(row.recipient)}</span>
            <Amount base={row.base} of={row.of} />
            <StatusBadge status={row.status} />
          </li>
        ))}
      </ul>
      {selected.length > 0 && <ProposeBar vaultId={vault.id} offers={offersOfSelection(selected)} small />}
      {hasNextPage && (
        <Button small disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Reading more…' : 'More'}
        </Button>
      )}
    </div>
  );
};
