import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/services.js';
import { sentInCurrency } from '../currency/opened-together.js';
import { t } from '../language/text.js';
import type { SentRow } from '../treasury/sent-list.js';
import { Card } from '../ui/card.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { usePages } from '../ui/pages.js';
import { Empty, Waiting } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { GrantedAirdrops, GrantedPlans, GrantList } from './grant-list.js';
import { vaultChoicesOf, type VaultDetail } from './proposal-choices.js';
import styles from './vault.module.css';

/** Rows of a page, and how many plans are shown, newest first. */
const ROWS = 20;

const NOTHING = { data: { plans: [] }, error: null, refetch: () => Promise.resolve() } as const;

/** Reads what a treasury has funded, each kind by itself. @param address of the treasury @param connected undefined where its plans are not shown */
const useGrants = (vault: VaultDetail, address: string, connected: ConnectedWallet | undefined) => {
  const { weir } = useServices();
  const query = { sender: address, limit: ROWS };
  const streams = usePages(
    ['record', vault.id, 'grants', 'stream'],
    (cursor, options) => weir.streams.page({ ...query, ...cursor }, options),
    (page) =>
      page.streams.map((stream): SentRow => ({
        id: stream.id,
        kind: 'stream',
        status: stream.status,
        recipient: stream.recipient,
        cancelable: stream.cancelable,
        pausable: false,
        name: stream.description ?? stream.stream_id,
        amount: <Amount base={stream.total_amount_base} of={stream} />,
      })),
  );
  const payments = usePages(
    ['record', vault.id, 'grants', 'payment'],
    (cursor, options) => weir.payments.page({ ...query, ...cursor }, options),
    (page) =>
      page.payments.map((payment): SentRow => ({
        id: payment.id,
        kind: 'payment',
        status: payment.status,
        recipient: payment.recipient,
        cancelable: payment.cancelable,
        pausable: payment.pausable,
        name: payment.recipient_name ?? payment.payment_id,
        amount: <Amount base={payment.amount_per_period_base} of={payment} />,
      })),
  );
  const currencies = usePages(
    ['record', vault.id, 'grants', 'currency'],
    (cursor, options) => weir.currencyPayments.page({ ...query, ...cursor }, options),
    (page) => page.payments.map(sentInCurrency),
  );
  const airdrops = usePages(
    ['record', vault.id, 'grants', 'airdrop'],
    (cursor, options) => weir.airdrops.page({ creator: address, limit: ROWS, ...cursor }, options),
    (page) => page.airdrops,
  );
  const ofMembers = useQuery({
    queryKey: ['record', vault.id, 'plans', connected?.address],
    queryFn: ({ signal }) => weir.plans.page({ vaultId: vault.id, limit: ROWS }, connected?.wallet, { signal }),
    enabled: connected !== undefined,
  });
  const plans = connected === undefined ? NOTHING : ofMembers;
  const lists = [streams, payments, currencies, airdrops];
  return {
    streams,
    payments,
    currencies,
    airdrops,
    plans,
    isPending: lists.some(({ isPending }) => isPending) || (plans.data === undefined && plans.error === null),
    isEmpty: lists.every(({ rows }) => rows?.length === 0) && plans.data?.plans.length === 0,
  };
};

interface GrantsProps {
  readonly vault: VaultDetail;
  /** Of the vault. */
  readonly address: string;
  readonly connected: ConnectedWallet | undefined;
}

/** Shows the plans, streams, payments and airdrops whose sender is a vault, and what its members can propose about them. */
export const Grants = ({ vault, address, connected }: GrantsProps) => {
  const { canPropose } = vaultChoicesOf(vault);
  const isMember = vault.role === 'creator' || vault.isSigner;
  const { streams, payments, currencies, airdrops, plans, isPending, isEmpty } = useGrants(
    vault,
    address,
    isMember ? connected : undefined,
  );
  return (
    <Card title={t('Funded by this treasury')}>
      <p className={styles['note']}>
        {t(
          'Streams, payments, plans and airdrops with this treasury as their sender. Unvested and unclaimed money returns to it.',
        )}
      </p>
      {isPending && <Waiting what={t('Loading what it funded…')} />}
      {isEmpty && (
        <Empty title={t('Nothing funded yet')} picture={<ExamplePicture of="rising" />}>
          <p>{t('What its signers fund shows up here, with its state and what they can propose about it.')}</p>
        </Empty>
      )}
      {!isPending && (
        <>
          <GrantedPlans vault={vault} canPropose={canPropose} query={plans} />
          <GrantList title={t('Streams')} vault={vault} canPropose={canPropose} pages={streams} />
          <GrantList title={t('Payments, by payday')} vault={vault} canPropose={canPropose} pages={payments} />
          <GrantList
            title={t('Payments in a currency, by payday')}
            vault={vault}
            canPropose={canPropose}
            pages={currencies}
          />
          <GrantedAirdrops vault={vault} canPropose={canPropose} pages={airdrops} />
        </>
      )}
    </Card>
  );
};
