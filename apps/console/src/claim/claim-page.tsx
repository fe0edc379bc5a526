import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Campaign } from '@weir/client';
import { AirdropTerms } from '../airdrops/airdrop-terms.js';
import { useServices } from '../api/services.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { Loaded } from '../records/loaded.js';
import { usePageTitle } from '../ui/hooks.js';
import { Columns, Stack } from '../ui/layout.js';
import { Address, Amount, Title } from '../ui/values.js';
import { ClaimForm } from './claim-form.js';
import styles from './claim-page.module.css';
import { GetWallet } from './get-wallet.js';

/** Says what can be claimed, before anybody has said who they are. */
const Promised = ({ campaign }: { readonly campaign: Campaign }) => {
  const { amount_per_claim_base: each, pool_amount_base: pool, total_amount_base: total } = campaign;
  return each === null ? (
    <>
      <span className={styles['hero']}>{t('Your share')}</span>
      <span>
        {rich('of {amount}. Connect your wallet to see how much it is.', {
          amount: <Amount base={pool ?? total} of={campaign} />,
        })}
      </span>
    </>
  ) : (
    <>
      <span>{t('Up to')}</span>
      <span className={styles['hero']}>
        <Amount base={each * BigInt(campaign.max_claims_per_address)} of={campaign} />
      </span>
    </>
  );
};

const route = getRouteApi('/claim/$token');

/** The page of a claim link: who gives, how much, who pays the fee, and one button. */
const ClaimPage = () => {
  const { token } = route.useParams();
  const { address: claimer } = route.useSearch();
  const { weir } = useServices();
  usePageTitle(t('Claim'));
  const query = useQuery({
    queryKey: ['claim-link', token],
    queryFn: () => weir.airdrops.byLink(token),
  });
  return (
    <Loaded query={query} kind="airdrop">
      {({ campaign }) => (
        <Columns align="stretch" widths="minmax(0, 1fr)" gap={24} className={styles['page']}>
          <h1>
            <Title text={campaign.title} />
          </h1>
          {campaign.description !== null && <p dir="auto">{campaign.description}</p>}
          <ClaimForm campaign={campaign} promised={<Promised campaign={campaign} />} claimer={claimer} />
          <Stack gap={4} className={styles['creator']}>
            <span>{t('Given by')}</span>
            <Address address={campaign.creator} />
          </Stack>
          <GetWallet />
          <details>
            <summary>{t('Terms')}</summary>
            <AirdropTerms campaign={campaign} />
          </details>
        </Columns>
      )}
    </Loaded>
  );
};

export default ClaimPage;
