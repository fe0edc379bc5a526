import { getRouteApi } from '@tanstack/react-router';
import type { Campaign, CampaignDetail } from '@weir/client';
import { t } from '../language/text.js';
import type { HistoryEntry } from '../records/history-text.js';
import { History } from '../records/history.js';
import { Loaded } from '../records/loaded.js';
import { RecordPage } from '../records/record-page.js';
import { useRecord } from '../records/use-record.js';
import { Waiting } from '../ui/states.js';
import { useIsReconnecting } from '../wallet/wallet-store.js';
import { AirdropActions, AirdropList } from './airdrop-actions.js';
import { AirdropMoney } from './airdrop-money.js';
import { AirdropTerms } from './airdrop-terms.js';

const route = getRouteApi('/airdrops/$id');

const fundingOf = ({ activated_at, funding_tx_hash, pool_amount_base }: Campaign): HistoryEntry[] =>
  activated_at === null || funding_tx_hash === null
    ? []
    : [{ event: 'funded', at: activated_at, txHash: funding_tx_hash, amountBase: pool_amount_base ?? 0n }];

/** Shows a campaign, its latest claims, and what its creator can do with it. */
const View = ({
  id,
  data: { campaign, claims, taken_back },
  newAddress,
}: {
  readonly id: string;
  readonly data: CampaignDetail;
  readonly newAddress: string | undefined;
}) => {
  const of = campaign;
  const entries: readonly HistoryEntry[] = [
    ...taken_back.map(({ of: step, tx_hash, amount_base, ...event }) => ({
      ...event,
      event: 'rolled_back',
      of: step,
      txHash: tx_hash,
      amountBase: amount_base,
    })),
    ...claims.map(({ claimed_at, tx_hash, amount_base }) => ({
      event: 'claimed',
      at: claimed_at,
      txHash: tx_hash,
      amountBase: amount_base,
    })),
    ...fundingOf(campaign),
  ];
  return (
    <RecordPage
      id={id}
      kind={t('Airdrop')}
      displayId={campaign.campaign_id}
      title={campaign.title}
      status={campaign.status}
      money={<AirdropMoney campaign={campaign} />}
      receipts={{ entries, of }}
      onChain={{ contract: campaign.contract_address, category: campaign.token_category }}
      actions={<AirdropActions campaign={campaign} newAddress={newAddress} />}
      side={<AirdropTerms campaign={campaign} />}
    >
      <AirdropList campaign={campaign} newAddress={newAddress} />
      <History of={of} entries={entries} />
    </RecordPage>
  );
};

const AirdropPage = () => {
  const { id } = route.useParams();
  const { address: newAddress } = route.useSearch();
  const isReconnecting = useIsReconnecting();
  const query = useRecord(id, 'airdrop', (weir, options) => weir.airdrops.at(id).get(options));
  return (
    <Loaded query={query} kind="airdrop">
      {(data) =>
        // What its creator sees of one that is not funded yet has other parts.
        isReconnecting && data.campaign.status === 'PENDING' ? (
          <Waiting isPage what={t('Connecting your wallet…')} />
        ) : (
          <View id={id} data={data} newAddress={newAddress} />
        )
      }
    </Loaded>
  );
};

export default AirdropPage;
