import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Campaign, Plan } from '@weir/client';
import { airdropChoices } from '../airdrops/airdrop-choices.js';
import { useNow } from '../api/services.js';
import { shortAddress } from '../format/identifiers.js';
import { rowsCount } from '../kinds/plan-words.js';
import { PAGES } from '../kinds/record-kinds.js';
import { plural, t } from '../language/text.js';
import type { Query } from '../records/loaded.js';
import { ProposeBar } from '../treasury/propose-bar.js';
import { movesOfPlan, offersOf, offersOfSelection, type Sent } from '../treasury/vault-moves.js';
import { StatusBadge } from '../ui/badge.js';
import { Cell, Columns, Row, Stack } from '../ui/layout.js';
import type { Pages } from '../ui/pages.js';
import { Failed } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import type { VaultDetail } from './proposal-choices.js';
import styles from './vault.module.css';

/** A stream or payment that a vault sends, or a payment in a currency. */
export interface Grant extends Sent {
  readonly name: string;
  readonly recipient: string;
  readonly amount: ReactNode;
}

interface GrantListProps {
  readonly title: string;
  readonly vault: VaultDetail;
  readonly kind: Grant['kind'];
  readonly canPropose: boolean;
  readonly pages: Pages<Grant>;
}

const canMove = ({ status }: Sent): boolean => status === 'PENDING' || status === 'ACTIVE' || status === 'PAUSED';

interface GrantLineProps {
  /** Whom it pays, or how many. */
  readonly note: string;
  readonly amount: ReactNode;
  readonly status: string;
  /** Its name. */
  readonly children: ReactNode;
}

/** The line of a record that a vault pays for. */
const GrantLine = ({ note, amount, status, children }: GrantLineProps) => (
  <Columns
    widths="minmax(0, 1fr) minmax(0, 1fr) auto auto"
    align="center"
    gap="8px 16px"
    pad="10px 0"
    below={{ 720: { widths: 'minmax(0, 1fr) auto' } }}
    className={styles['grant']}
  >
    {children}
    <Cell as="span" below={{ 720: { self: 'end' } }} className={styles['note']}>
      {note}
    </Cell>
    {amount}
    <Cell as="span" below={{ 720: { self: 'end' } }}>
      <StatusBadge status={status} />
    </Cell>
  </Columns>
);

/** Lists streams or payments that a vault sends, of one kind, page by page; members can propose actions on a selection. */
export const GrantList = ({ title, vault, kind, canPropose, pages }: GrantListProps) => {
  const { rows = [], error, retry, more } = pages;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.filter((row) => chosen.has(row.id) && canMove(row));
  const choose = (id: string, isChosen: boolean): void =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  if (error !== null) return <Failed error={error} retry={retry} />;
  if (rows.length === 0) return null;
  return (
    <Stack gap={8} className={styles['grants']}>
      <h3>{title}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <GrantLine note={shortAddress(row.recipient)} amount={row.amount} status={row.status}>
              <Row as="span" isLine gap={10} align="center">
                {canPropose && canMove(row) && (
                  <input
                    type="checkbox"
                    aria-label={t('Select {name}', { name: row.name })}
                    checked={chosen.has(row.id)}
                    onChange={({ target }) => choose(row.id, target.checked)}
                  />
                )}
                <Link to={PAGES[kind]} params={{ id: row.id }}>
                  {row.name}
                </Link>
              </Row>
            </GrantLine>
          </li>
        ))}
      </ul>
      {selected.length > 0 && <ProposeBar vaultId={vault.id} offers={offersOfSelection(selected)} small />}
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
  const { rows: campaigns = [], error, retry, more } = pages;
  if (error !== null) return <Failed error={error} retry={retry} />;
  if (campaigns.length === 0) return null;
  return (
    <Stack gap={8} className={styles['grants']}>
      <h3>{t('Airdrops')}</h3>
      <ul>
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
              <GrantLine
                note={plural(claims, { one: '{count} claim', other: '{count} claims' })}
                amount={<Amount base={campaign.pool_amount_base ?? campaign.total_amount_base} of={campaign} />}
                status={status}
              >
                <Link to="/airdrops/$id" params={{ id }}>
                  {title}
                </Link>
              </GrantLine>
              {canPropose && proposals.length > 0 && (
                <ProposeBar vaultId={vault.id} offers={offersOf(proposals, { campaignId: id })} small />
              )}
            </Stack>
          );
        })}
      </ul>
      {more}
    </Stack>
  );
};

const nameOf = ({ description, plan_id: planId }: Plan): string =>
  description === null || description === '' ? planId : description;

interface GrantedPlansProps {
  readonly vault: VaultDetail;
  readonly canPropose: boolean;
  readonly query: Query<{ readonly plans: readonly Plan[] }>;
}

/**
 * Lists the plans that a vault funds. Members can propose to fund the next part of one, or to act on as many of its streams as
 * one transaction can take; actions on single streams are on the plan's page.
 */
export const GrantedPlans = ({ vault, canPropose, query: { data, error, refetch } }: GrantedPlansProps) => {
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined || data.plans.length === 0) return null;
  return (
    <Stack gap={8} className={styles['grants']}>
      <h3>{t('Plans')}</h3>
      <ul>
        {data.plans.map((plan) => (
          <Stack as="li" key={plan.id} pad="0 0 10px">
            <GrantLine
              note={rowsCount(plan)}
              amount={<Amount base={plan.total_amount_base} of={plan} />}
              status={plan.status}
            >
              <Link to="/plans/$id" params={{ id: plan.id }}>
                {nameOf(plan)}
              </Link>
            </GrantLine>
            {canPropose && (
              <ProposeBar
                vaultId={vault.id}
                offers={offersOf(movesOfPlan(plan), { planId: plan.id }, t('all of it'))}
                small
              />
            )}
          </Stack>
        ))}
      </ul>
    </Stack>
  );
};
