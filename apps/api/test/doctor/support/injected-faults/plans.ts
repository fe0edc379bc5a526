import { sql } from 'kysely';
import { byStatement, type InjectedFault } from './inject.js';

/** Plans and streams that contradict what they belong to. */
export const plans: readonly InjectedFault[] = [
  {
    fault: 'wrong-funding-status',
    inject: byStatement(
      ({ plan }) => sql`
      UPDATE plan_fundings SET status = 'PENDING', funding_tx_hash = NULL, category = NULL WHERE plan_id = ${plan.id}`,
    ),
    finds: ['wrong-plan-status'],
  },
  {
    fault: 'wrong-plan-status',
    inject: byStatement(({ plan }) => sql`UPDATE plans SET status = 'PENDING' WHERE id = ${plan.id}`),
  },
  {
    fault: 'wrong-publicity',
    inject: byStatement(
      ({ stream, vault }) => sql`
      UPDATE streams SET vault_id = ${vault.id}, vault_public = true WHERE id = ${stream.id}`,
    ),
    leaves: ['streams'],
  },
];
