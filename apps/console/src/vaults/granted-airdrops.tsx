import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { airdropChoices } from '../airdrops/airdrop-choices.js';
import { useNow } from '../api/info.js';
import { useServices } from '../api/services.js';
import { StatusBadge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Failed } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { ProposeBar } from './propose-bar.js';
import type { VaultDetail } from './vault-choices.js';
import { offersOf } from './vault-moves.js';
import styles from './vault.module.css';

const ROWS = 20;

interface GrantedAirdropsProps {
  readonly vault: VaultDetail;
  readonly canPropose: boolean;
}

/** Lists the airdrops whose creator is a vault, page by page; members can propose to fund or cancel each. */
export const GrantedAirdrops = ({ vault, canPropose }: GrantedAirdropsProps) => {
  const { weir } = useServices();
  const asOf = useNow();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['record', vault.id, 'grants', 'airdrop'],
    queryFn: ({ pageParam: cursor, signal }) =>
      weir.airdrops.page(
        { creator: vault.contractAddress, limit: ROWS, ...(cursor !== null && { cursor }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  const campaigns = data?.pages.flatMap(({ airdrops }) => airdrops) ?? [];
  if (campaigns.length === 0) return null;
  return (
    <div className={styles['grants']}>
      <h3>Airdrops</h3>
      <ul>
        {campaigns.map((campaign) => {
          const { id, title, claimed_count: claims, status } = campaign;
          const { proposals } = airdropChoices(campaign, { isCreator: false, isOfVault: true, asOf });
          return (
            <li key={id} className={styles['granted']}>
              <div className={styles['grant']}>
                <Link to="/airdrops/$id" params={{ id }}>
                  {title}
                </Link>
                <span className={styles['note']}>
                  {claims.toLocaleString()} {claims === 1 ? 'claim' : 'claims'}
                </span>
                <Amount base={campaign.pool_amount_base ?? campaign.total_amount_base} of={campaign} />
                <StatusBadge status={status} />
              </div>
              {canPropose && proposals.length > 0 && (
                <ProposeBar vaultId={vault.id} offers={offersOf(proposals, { campaignId: id })} small />
              )}
            </li>
          );
        })}
      </ul>
      {hasNextPage && (
        <Button small disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Reading more…' : 'More'}
        </Button>
      )}
    </div>
  );
};
