import { useServices } from '../api/services.js';
import { Card } from '../ui/card.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { GrantList } from './grant-list.js';
import { GrantedAirdrops } from './granted-airdrops.js';
import { GrantedPlans } from './granted-plans.js';
import { vaultChoicesOf, type VaultDetail } from './vault-choices.js';
import styles from './vault.module.css';

const ROWS = 20;

/** Shows the plans, streams, payments and airdrops whose sender is a vault, and what its members can propose about them. */
export const Grants = ({ vault, connected }: { readonly vault: VaultDetail; readonly connected: ConnectedWallet }) => {
  const { weir } = useServices();
  const { canPropose } = vaultChoicesOf(vault);
  const isMember = vault.role === 'creator' || vault.isSigner;
  const query = (cursor: string | null) => ({
    sender: vault.contractAddress,
    limit: ROWS,
    ...(cursor !== null && { cursor }),
  });
  return (
    <Card title="What it funds">
      <p className={styles['note']}>
        Streams, payments, plans and airdrops that were created with it as their sender. What of them does not fall due,
        or is not claimed, returns to it.
      </p>
      {isMember && <GrantedPlans vault={vault} connected={connected} canPropose={canPropose} />}
      <GrantList
        title="Streams"
        kind="stream"
        vault={vault}
        canPropose={canPropose}
        read={async (cursor, signal) => {
          const { streams, nextCursor } = await weir.streams.page(query(cursor), { signal });
          return {
            nextCursor,
            rows: streams.map((stream) => ({
              ...{ id: stream.id, kind: 'stream', status: stream.status, recipient: stream.recipient },
              ...{ cancelable: stream.cancelable, pausable: false },
              ...{ name: stream.description ?? stream.stream_id, base: stream.total_amount_base, of: stream },
            })),
          };
        }}
      />
      <GrantList
        title="Payments, by the period"
        kind="payment"
        vault={vault}
        canPropose={canPropose}
        read={async (cursor, signal) => {
          const { payments, nextCursor } = await weir.payments.page(query(cursor), { signal });
          return {
            nextCursor,
            rows: payments.map((payment) => ({
              ...{ id: payment.id, kind: 'payment', status: payment.status, recipient: payment.recipient },
              ...{ cancelable: payment.cancelable, pausable: payment.pausable },
              ...{ name: payment.recipient_name ?? payment.payment_id },
              ...{ base: payment.amount_per_period_base, of: payment },
            })),
          };
        }}
      />
      <GrantedAirdrops vault={vault} canPropose={canPropose} />
    </Card>
  );
};
