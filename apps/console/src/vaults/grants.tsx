import { useQuery } from '@tanstack/react-query';
import type { Plan } from '@weir/client';
import { useServices } from '../api/services.js';
import { sentInCurrency } from '../currency/opened-together.js';
import { t } from '../language/text.js';
import { joined } from '../records/joined.js';
import type { SentRow } from '../treasury/sent-list.js';
import { Card } from '../ui/card.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { NotUpdated } from '../ui/not-updated.js';
import { queryOf, usePages } from '../ui/pages.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { GrantedAirdrops, GrantedPlans, GrantList } from './grant-list.js';
import { vaultChoicesOf, type VaultDetail } from './proposal-choices.js';
import styles from './vault.module.css';

/** Rows of a page, and how many plans are shown, newest first. */
const ROWS = 20;

const NOTHING = { data: { plans: [] as readonly Plan[] }, error: null, refetch: () => Promise.resolve() } as const;

/** Reads what a treasury has funded, each kind by itself. @param address of the treasury @param connected undefined where its plans are not shown */
const useGrants = (vault: VaultDetail, address: string, connected: ConnectedWallet | undefined) => {
  const { weir } = useServices();
  const sent = { sender: address, limit: ROWS };
  const streams = usePages(
    ['record', vault.id, 'grants', 'stream'],
    (cursor, options) => weir.streams.page({ ...sent, ...cursor }, options),
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
    (cursor, options) => weir.payments.page({ ...sent, ...cursor }, options),
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
    (cursor, options) => weir.currencyPayments.page({ ...sent, ...cursor }, options),
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
  const query = joined({
    streams: queryOf(streams),
    payments: queryOf(payments),
    currencies: queryOf(currencies),
    airdrops: queryOf(airdrops),
    plans: connected === undefined ? NOTHING : ofMembers,
  });
  return { streams, payments, currencies, airdrops, query };
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
  const { query, ...lists } = useGrants(vault, address, isMember ? connected : undefined);
  const { streams, payments, currencies, airdrops } = lists;
  const { data, error, refetch } = query;
  const isEmpty = data?.plans.plans.length === 0 && Object.values(lists).every(({ rows }) => rows?.length === 0);
  const retry = (): void => void refetch();
  return (
    <Card title={t('Funded by this treasury')}>
      <p className={styles['note']}>
        {t(
          'Streams, payments, plans and airdrops with this treasury as their sender. Unvested and unclaimed money returns to it.',
        )}
      </p>
      {data === undefined && error === null && <Waiting what={t('Loading what it funded…')} />}
      {data === undefined && error !== null && <Failed error={error} retry={retry} />}
      {isEmpty && (
        <Empty title={t('Nothing funded yet')} picture={<ExamplePicture of="rising" />}>
          <p>{t('What its signers fund shows up here, with its state and what they can propose about it.')}</p>
        </Empty>
      )}
      {data !== undefined && (
        <>
          <GrantedPlans vault={vault} canPropose={canPropose} plans={data.plans.plans} />
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
      <NotUpdated data={data} error={error} retry={retry} />
    </Card>
  );
};
