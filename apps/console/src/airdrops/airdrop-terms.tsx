import type { Campaign } from '@weir/client';
import { assetFacts, vaultFacts } from '../records/term-facts.js';
import { Card, Facts } from '../ui/card.js';
import { Address, Amount, Time } from '../ui/values.js';
import { useRole } from '../wallet/wallet-store.js';

/** Shows the terms of a campaign: what it pays, to whom and when. */
export const AirdropTerms = ({ campaign }: { readonly campaign: Campaign }) => {
  const isMine = useRole();
  const of = campaign;
  return (
    <Card title="Terms">
      <Facts
        facts={[
          ...(campaign.description === null ? [] : [['Description', campaign.description] as const]),
          ['Creator', <Address key="c" address={campaign.creator} mine={isMine(campaign.creator)} />],
          ...vaultFacts(campaign.vault_id),
          ['For', campaign.require_kyc ? 'Addresses on its list' : 'Everybody'],
          ...(campaign.amount_per_claim_base === null
            ? []
            : [['Each claim', <Amount key="a" base={campaign.amount_per_claim_base} of={of} />] as const]),
          ['Claims per address', campaign.max_claims_per_address.toLocaleString()],
          ...(campaign.start_date === null ? [] : [['Opens', <Time key="s" at={campaign.start_date} />] as const]),
          ['Closes', campaign.end_date === null ? 'When the pool is used up' : <Time key="e" at={campaign.end_date} />],
          ['Network fees of claims', campaign.sponsor_fees === true ? 'Paid by the campaign' : 'Paid by the claimer'],
          ...assetFacts(campaign),
          ['Can be closed early', campaign.cancelable ? 'By the creator' : 'No'],
        ]}
      />
    </Card>
  );
};
