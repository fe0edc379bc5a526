import { sql } from 'kysely';
import type { TopUpResponse } from '@weir/api-contract';
import { succeeded } from '../../../support/client.js';
import { byStatement, byStatements, stepsOf, type InjectedFault } from './inject.js';

/** Payments in a currency that are not as the chain has them. */
export const currency: readonly InjectedFault[] = [
  {
    fault: 'wrong-currency-step',
    inject: byStatement(
      ({ currency: { id } }) => sql`
      UPDATE transitions SET paid_to_recipient = paid_to_recipient + 1 WHERE ${stepsOf('currency_payment', id)} AND sequence = 2`,
    ),
    // Steps that are written again have their blocks.
    leaves: ['transitions'],
  },
  {
    fault: 'wrong-currency-price',
    inject: byStatement(
      ({ currency: { id } }) => sql`UPDATE currency_prices SET price = price + 1 WHERE payment_id = ${id}`,
    ),
    leaves: ['transitions'],
  },
  {
    fault: 'wrong-currency-state',
    inject: byStatement(
      ({ currency: { id } }) => sql`UPDATE currency_payments SET total_paid = total_paid + 1 WHERE id = ${id}`,
    ),
    leaves: ['transitions'],
  },
  {
    fault: 'currency-ahead',
    inject: byStatements(
      ({ currency: { id } }) => sql`
        INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, spent_txid, spent_vout, state_vout, state_commitment,
          state_satoshis, paid_to_recipient, paid_to_sender, locktime, source, state_before)
        SELECT 'currency_payment', id, 9, 'pay', ${'cf'.repeat(32)}, state_txid, state_vout, state_vout, state_commitment, state_satoshis,
          1000, 0, 0, 'chain', to_jsonb(currency_payments) FROM currency_payments WHERE id = ${id}`,
      ({ currency: { id } }) => sql`UPDATE currency_payments SET state_txid = ${'cf'.repeat(32)} WHERE id = ${id}`,
    ),
    leaves: ['transitions'],
  },
  {
    fault: 'currency-behind',
    async inject({ fixture, world: { currency: payment } }) {
      const payer = fixture.wallet(1_000_000_000n);
      const body = { payer: payer.address, amount: 5 };
      const built = await succeeded(fixture.client.post<TopUpResponse>(`${payment.path}/top-up`, body));
      await payer.signTransaction(built.wcTransaction);
    },
    leaves: ['*'],
  },
];
