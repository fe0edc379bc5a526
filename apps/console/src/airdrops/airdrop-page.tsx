import { getRouteApi, Link } from '@tanstack/react-router';
import type { Campaign, CampaignDetail } from '@weir/client';
import { numberText, t } from '../language/text.js';
import type { HistoryEntry } from '../records/history-text.js';
import { History } from '../records/history.js';
import { Loaded } from '../records/loaded.js';
import { RecordPage } from '../records/record-page.js';
import { useRecord } from '../records/use-record.js';
import { Card, Progress } from '../ui/card.js';
import { Waiting } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { useIsReconnecting } from '../wallet/wallet-store.js';
import { AirdropActions } from './airdrop-actions.js';
import { recipientsText } from './airdrop-choices.js';
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
}: {
  readonly id: string;
  readonly data: CampaignDetail;
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
      figures={[
        [t('Pool'), <Amount key="pool" base={campaign.pool_amount_base ?? campaign.total_amount_base} of={of} />],
        [t('Claimed'), <Amount key="claimed" base={campaign.claimed_amount_base} of={of} />],
        [t('Claims'), numberText(campaign.claimed_count)],
        [t('Recipients'), recipientsText(campaign)],
      ]}
      receipts={{ entries, of }}
      onChain={{ contract: campaign.contract_address, category: campaign.token_category }}
      side={
        <>
          <AirdropActions campaign={campaign} />
          <AirdropTerms campaign={campaign} />
        </>
      }
    >
      <Card
        title={t('Claims')}
        aside={
          <Link to="/claim/$token" params={{ token: campaign.claim_token }}>
            {t('Claim page')}
          </Link>
        }
      >
        <Progress percent={campaign.progress_percentage} what={campaign.title} />
      </Card>
      <History of={of} entries={entries} />
    </RecordPage>
  );
};

const AirdropPage = () => {
  const { id } = route.useParams();
  const isReconnecting = useIsReconnecting();
  const query = useRecord(id, 'airdrop', (weir, options) => weir.airdrops.at(id).get(options));
  return (
    <Loaded query={query} kind="airdrop">
      {(data) =>
        // What its creator sees of one that is not funded yet has other parts.
        isReconnecting && data.campaign.status === 'PENDING' ? (
          <Waiting what={t('Connecting your wallet…')} />
        ) : (
          <View id={id} data={data} />
        )
      }
    </Loaded>
  );
};

export default AirdropPage;
