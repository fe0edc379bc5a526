import type { Campaign } from '@weir/client';
import { assetFacts, vaultFact } from '../records/term-facts.js';
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
          ['Description', campaign.description],
          ['Creator', <Address key="c" address={campaign.creator} mine={isMine(campaign.creator)} />],
          vaultFact(campaign.vault_id),
          ['For', campaign.require_kyc ? 'Addresses on its list' : 'Everybody'],
          [
            'Each claim',
            campaign.amount_per_claim_base !== null && <Amount key="a" base={campaign.amount_per_claim_base} of={of} />,
          ],
          ['Claims per address', campaign.max_claims_per_address.toLocaleString()],
          ['Opens', campaign.start_date !== null && <Time key="s" at={campaign.start_date} />],
          ['Closes', campaign.end_date === null ? 'When the pool is used up' : <Time key="e" at={campaign.end_date} />],
          [
            'Network fees of claims',
            campaign.sponsor_fees !== null &&
              (campaign.sponsor_fees ? 'Paid by the campaign' : 'Paid by the claimer, who needs BCH'),
          ],
          ...assetFacts(campaign),
          ['Can be closed early', campaign.cancelable ? 'By the creator' : 'No'],
        ]}
      />
    </Card>
  );
};
