import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { type Scope, useScope } from '../app/scope.js';
import { rich } from '../language/rich.js';
import { plural, t } from '../language/text.js';
import { buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { useFirstRows } from '../ui/first-rows.js';
import { usePageTitle } from '../ui/hooks.js';
import { PagesCard, usePages } from '../ui/pages.js';
import { Empty } from '../ui/states.js';
import { Amount, PartyName } from '../ui/values.js';
import { useWallet } from '../wallet/wallet-store.js';
import styles from './lists.module.css';
import { NeedsWallet } from './needs-wallet.js';
import { RecordRows } from './record-rows.js';

const ROWS = 25;
/** Campaigns to claim from on show, before those that were created. */
const SHOWN = 8;

/** Lists what the wallet can claim, without a signature: campaigns with private lists are left out. */
const useClaimable = (address: string | undefined) => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['claimable', address],
    queryFn: () =>
      weir.ask((sent) =>
        weir.api.GET('/api/airdrops/claimable', { ...sent, params: { query: { address: address ?? '' } } }),
      ),
    enabled: address !== undefined,
  });
};

type Claimable = NonNullable<ReturnType<typeof useClaimable>['data']>['claimable'];

const ClaimableCard = ({ claimable }: { readonly claimable: Claimable }) => {
  const { shown, others } = useFirstRows(claimable, SHOWN);
  if (shown.length === 0) return null;
  return (
    <Card title={t('For you')}>
      <ul>
        {shown.map(({ campaign, amountBase }) => (
          <li key={campaign.id} className={styles['claim']}>
            <span>
              <strong>{campaign.title}</strong>
              <br />
              <Amount base={amountBase} of={campaign} />
            </span>
            <Link to="/claim/$token" params={{ token: campaign.claim_token }} className={buttonClass('plain', true)}>
              {t('Claim')}
            </Link>
          </li>
        ))}
      </ul>
      {others}
    </Card>
  );
};

const Created = ({ addresses }: Pick<Scope, 'addresses'>) => {
  const { weir } = useServices();
  const creator = addresses.join();
  const pages = usePages(
    ['party', creator, 'airdrops'],
    (cursor, options) => weir.airdrops.page({ creator, limit: ROWS, ...cursor }, options),
    ({ airdrops }) => airdrops,
  );
  if (pages.rows?.length === 0)
    return (
      <Empty title={t('No airdrops yet')}>
        <p>{t('Give a pool away: to a list of addresses, or to whoever comes.')}</p>
      </Empty>
    );
  return (
    <PagesCard title={t('Created here')} pages={pages} waiting={t('Loading your airdrops…')}>
      {(rows) => (
        <RecordRows
          label={t('Airdrops')}
          rows={rows.map((campaign) => ({
            ...{ kind: 'airdrop', id: campaign.id, title: campaign.title, status: campaign.status },
            ...{ amountBase: campaign.total_amount_base, of: campaign },
            own:
              addresses.length > 1
                ? rich('from {address}', { address: <PartyName address={campaign.creator} /> })
                : undefined,
            note: plural(campaign.claimed_count, { one: '{count} claimed', other: '{count} claimed' }),
          }))}
        />
      )}
    </PagesCard>
  );
};

/** Page of the airdrops for the connected wallet and by the address on show. */
const AirdropsPage = () => {
  usePageTitle(t('Airdrops'));
  const connected = useWallet();
  const { addresses, treasury } = useScope();
  const claimable = useClaimable(treasury === undefined ? connected?.address : undefined);
  return (
    <>
      <div className={styles['head']}>
        <h1>{t('Airdrops')}</h1>
        <Link
          to="/airdrops/new"
          search={treasury === undefined ? {} : { vault: treasury.id }}
          className={buttonClass('main')}
        >
          {t('New airdrop')}
        </Link>
      </div>
      {connected === undefined ? (
        <NeedsWallet>{t('To see what you can claim, and what you gave away.')}</NeedsWallet>
      ) : (
        <>
          {claimable.data !== undefined && <ClaimableCard claimable={claimable.data.claimable} />}
          {/* What is above it comes first. */}
          <div hidden={claimable.isLoading}>
            <Created key={addresses.join()} addresses={addresses} />
          </div>
        </>
      )}
    </>
  );
};

export default AirdropsPage;
