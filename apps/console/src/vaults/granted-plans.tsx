import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Plan } from '@weir/client';
import { useServices } from '../api/services.js';
import { StatusBadge } from '../ui/badge.js';
import { Failed } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { ProposeBar } from './propose-bar.js';
import type { VaultDetail } from './vault-choices.js';
import { movesOfPlan, offersOf } from './vault-moves.js';
import styles from './vault.module.css';

/** How many plans are shown, newest first. */
const LATEST = 20;

const nameOf = ({ description, plan_id: planId }: Plan): string =>
  description === null || description === '' ? planId : description;

interface GrantedPlansProps {
  readonly vault: VaultDetail;
  readonly connected: ConnectedWallet;
  readonly canPropose: boolean;
}

/**
 * Lists the plans that a vault funds. Members can propose to fund the next part of one, or to act on as many of its streams as
 * one transaction can take; actions on single streams are on the plan's page.
 */
export const GrantedPlans = ({ vault, connected, canPropose }: GrantedPlansProps) => {
  const { weir } = useServices();
  const { data, error, refetch } = useQuery({
    queryKey: ['record', vault.id, 'plans', connected.address],
    queryFn: ({ signal }) => weir.plans.page({ vaultId: vault.id, limit: LATEST }, connected.wallet, { signal }),
  });
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined || data.plans.length === 0) return null;
  return (
    <div className={styles['grants']}>
      <h3>Plans</h3>
      <ul>
        {data.plans.map((plan) => (
          <li key={plan.id} className={styles['granted']}>
            <div className={styles['grant']}>
              <Link to="/plans/$id" params={{ id: plan.id }}>
                {nameOf(plan)}
              </Link>
              <span className={styles['note']}>
                {plan.streams.toLocaleString()} {plan.product === 'vesting' ? 'streams' : 'salaries'}
              </span>
              <Amount base={plan.total_amount_base} of={plan} />
              <StatusBadge status={plan.status} />
            </div>
            {canPropose && (
              <ProposeBar
                vaultId={vault.id}
                offers={offersOf(movesOfPlan(plan), { planId: plan.id }, 'all of it')}
                small
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};
