import type { Campaign } from '@weir/client';
import { useNow } from '../api/services.js';
import { timesOfVesting, unlockedAt, unlockText } from '../forms/lock-schedule.js';
import { numberFormat } from '../language/locale.js';
import { numberText, t } from '../language/text.js';
import { assetFacts, vaultFact } from '../records/term-facts.js';
import { Card, type Fact, Facts } from '../ui/card.js';
import { Address, Amount, Time } from '../ui/values.js';
import { useRole } from '../wallet/wallet-store.js';
import { recipientsText } from './airdrop-choices.js';

/** What has unlocked of each claim, and when more does; nothing of a campaign whose claims pay at once. */
const unlockFacts = ({ vesting }: Campaign, now: number): readonly Fact[] => {
  if (vesting === null) return [];
  const { share, next } = unlockedAt(timesOfVesting(vesting), now);
  const format = numberFormat({ style: 'percent', maximumFractionDigits: 1 });
  return [
    [t('Unlocked by now'), format.format(share)],
    [t('Next unlock'), next !== undefined && <Time key="n" at={next} ago />],
  ];
};

/** Shows the terms of a campaign: what it pays, to whom and when. */
export const AirdropTerms = ({ campaign }: { readonly campaign: Campaign }) => {
  const isMine = useRole();
  const now = useNow();
  const of = campaign;
  return (
    <Card title={t('Terms')}>
      <Facts
        facts={[
          [t('Description'), campaign.description],
          [t('Creator'), <Address key="c" address={campaign.creator} mine={isMine(campaign.creator)} />],
          vaultFact(campaign.vault_id),
          [t('Recipients'), recipientsText(campaign)],
          [t('For'), campaign.require_kyc ? t('Addresses on its list') : t('Everybody')],
          [
            t('Each claim'),
            campaign.amount_per_claim_base !== null && <Amount key="a" base={campaign.amount_per_claim_base} of={of} />,
          ],
          [
            t('A claim gets'),
            campaign.vesting !== null &&
              t('A lock, which nobody can take back. {when}', {
                when: unlockText(timesOfVesting(campaign.vesting)),
              }),
          ],
          ...unlockFacts(campaign, now),
          [t('Claims per address'), numberText(campaign.max_claims_per_address)],
          [t('Opens'), campaign.start_date !== null && <Time key="s" at={campaign.start_date} />],
          [
            t('Closes'),
            campaign.end_date === null ? t('When the pool is used up') : <Time key="e" at={campaign.end_date} />,
          ],
          [
            t('Network fees of claims'),
            campaign.sponsor_fees ? t('Paid by the airdrop') : t('Paid by the claimer, who needs BCH'),
          ],
          ...assetFacts(campaign),
          [t('Can be closed early'), campaign.cancelable ? t('By the creator') : t('No')],
        ]}
      />
    </Card>
  );
};
