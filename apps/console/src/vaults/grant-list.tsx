import { Link } from '@tanstack/react-router';
import type { Campaign, Plan } from '@weir/client';
import { airdropChoices } from '../airdrops/airdrop-choices.js';
import { useNow } from '../api/services.js';
import { rowsCount } from '../kinds/plan-words.js';
import { plural, t } from '../language/text.js';
import { ProposeBar } from '../treasury/propose-bar.js';
import { SentLine, SentLines, SentList, type SentRow } from '../treasury/sent-list.js';
import { movesOfPlan, offersOf, offersOfSelection } from '../treasury/vault-moves.js';
import { Stack } from '../ui/layout.js';
import type { Pages } from '../ui/pages.js';
import { Amount } from '../ui/values.js';
import type { VaultDetail } from './proposal-choices.js';

interface GrantListProps {
  readonly title: string;
  readonly vault: VaultDetail;
  readonly canPropose: boolean;
  readonly pages: Pages<SentRow>;
}

/** Lists streams or payments that a vault sends, of one kind, page by page; members can propose actions on a selection. */
export const GrantList = ({ title, vault, canPropose, pages }: GrantListProps) => {
  const { rows = [], more } = pages;
  if (rows.length === 0) return null;
  return (
    <Stack gap={8}>
      <h3>{title}</h3>
      <SentList
        rows={rows}
        actions={
          canPropose
            ? (selected) =>
                selected.length > 0 && <ProposeBar vaultId={vault.id} offers={offersOfSelection(selected)} small />
            : undefined
        }
      />
      {more}
    </Stack>
  );
};

interface GrantedAirdropsProps {
  readonly vault: VaultDetail;
  readonly canPropose: boolean;
  readonly pages: Pages<Campaign>;
}

/** Lists the airdrops whose creator is a vault, page by page; members can propose to fund or cancel each. */
export const GrantedAirdrops = ({ vault, canPropose, pages }: GrantedAirdropsProps) => {
  const asOf = useNow();
  const { rows: campaigns = [], more } = pages;
  if (campaigns.length === 0) return null;
  return (
    <Stack gap={8}>
      <h3>{t('Airdrops')}</h3>
      <SentLines>
        {campaigns.map((campaign) => {
          const { id, title, claimed_count: claims, status } = campaign;
          const { proposals } = airdropChoices(campaign, {
            isCreator: false,
            isOfVault: true,
            signsMessages: false,
            asOf,
          });
          return (
            <Stack as="li" key={id} pad="0 0 10px">
              <SentLine
                note={plural(claims, { one: '{count} claim', other: '{count} claims' })}
                amount={<Amount base={campaign.pool_amount_base ?? campaign.total_amount_base} of={campaign} />}
                status={status}
              >
                <Link to="/airdrops/$id" params={{ id }}>
                  {title}
                </Link>
              </SentLine>
              {canPropose && proposals.length > 0 && (
                <ProposeBar vaultId={vault.id} offers={offersOf(proposals, { campaignId: id })} small />
              )}
            </Stack>
          );
        })}
      </SentLines>
      {more}
    </Stack>
  );
};

const nameOf = ({ description, plan_id: planId }: Plan): string =>
  description === null || description === '' ? planId : description;

interface GrantedPlansProps {
  readonly vault: VaultDetail;
  readonly canPropose: boolean;
  readonly plans: readonly Plan[];
}

/**
 * Lists the plans that a vault funds. Members can propose to fund the next part of one, or to act on as many of its streams as
 * one transaction can take; actions on single streams are on the plan's page.
 */
export const GrantedPlans = ({ vault, canPropose, plans }: GrantedPlansProps) => {
  if (plans.length === 0) return null;
  return (
    <Stack gap={8}>
      <h3>{t('Plans')}</h3>
      <SentLines>
        {plans.map((plan) => (
          <Stack as="li" key={plan.id} pad="0 0 10px">
            <SentLine
              note={rowsCount(plan)}
              amount={<Amount base={plan.total_amount_base} of={plan} />}
              status={plan.status}
            >
              <Link to="/plans/$id" params={{ id: plan.id }}>
                {nameOf(plan)}
              </Link>
            </SentLine>
            {canPropose && (
              <ProposeBar
                vaultId={vault.id}
                offers={offersOf(movesOfPlan(plan), { planId: plan.id }, t('all of it'))}
                small
              />
            )}
          </Stack>
        ))}
      </SentLines>
    </Stack>
  );
};
