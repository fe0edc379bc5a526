import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { Campaign } from '@weir/client';
import { useServices } from '../api/services.js';
import { asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { csvText } from '../format/csv.js';
import { rich } from '../language/rich.js';
import { plural, t } from '../language/text.js';
import { ListBar } from '../records/list-bar.js';
import { ListCard, useWhole } from '../records/list-card.js';
import { filterRows, type ListFilters, listFiltersOf } from '../records/list-filters.js';
import styles from '../records/lists.module.css';
import { Button, buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { useFirstRows } from '../ui/first-rows.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { Row, Stack } from '../ui/layout.js';
import { usePages } from '../ui/pages.js';
import { saveFile } from '../ui/save-file.js';
import { Empty, Failed, TaskState } from '../ui/states.js';
import { Amount, PartyName, Title } from '../ui/values.js';
import { NeedsWallet } from '../wallet/needs-wallet.js';
import { askedAddresses, type Scope, useScope } from '../wallet/scope.js';
import { useProof } from '../wallet/use-portfolio.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';

const ROWS = 100;
/** Campaigns to claim from on show, before those that were created. */
const SHOWN = 8;

/** Lists what the addresses of a wallet can claim; of private lists once it has proved who it is, since the page asks none for that. */
const useClaimable = (connected: ConnectedWallet | undefined, isProven: boolean) => {
  const { weir } = useServices();
  const address = connected === undefined ? '' : askedAddresses(connected).join();
  return useQuery({
    queryKey: ['claimable', address, isProven],
    queryFn: () =>
      isProven
        ? weir.airdrops.claimable(connected?.wallet)
        : weir.ask((sent) => weir.api.GET('/api/airdrops/claimable', { ...sent, params: { query: { address } } })),
    enabled: connected !== undefined,
    placeholderData: (before, last) => (last?.queryKey[1] === address ? before : undefined),
    // Lists name who claims; what everybody may claim comes after.
    select: ({ claimable }) =>
      claimable.toSorted((a, b) => Number(b.campaign.require_kyc) - Number(a.campaign.require_kyc)),
  });
};

interface ClaimableCardProps extends ReturnType<typeof useProof> {
  readonly claimable: NonNullable<ReturnType<typeof useClaimable>['data']>;
  /** Whether the wallet has several addresses, so that rows say which of them claims. */
  readonly isOfMany: boolean;
}

const ClaimableCard = ({ claimable, isOfMany, isProven, prove }: ClaimableCardProps) => {
  const task = useTask();
  const { shown, others } = useFirstRows(claimable, SHOWN);
  if (shown.length === 0 && isProven) return null;
  return (
    <Card title={t('For you')}>
      {shown.length === 0 && <p>{t('Nothing at the moment.')}</p>}
      <ul>
        {shown.map(({ campaign, address, amountBase }) => (
          <li key={`${campaign.id} ${address}`} className={styles['claim']}>
            <span>
              <strong>
                <Title text={campaign.title} />
              </strong>
              <br />
              <Amount base={amountBase} of={campaign} />
              {isOfMany && (
                <>
                  <br />
                  {rich('for {address}', { address: <PartyName address={address} /> })}
                </>
              )}
            </span>
            <Link
              to="/claim/$token"
              params={{ token: campaign.claim_token }}
              search={isOfMany ? { address } : {}}
              className={buttonClass('plain', true)}
            >
              {t('Claim')}
            </Link>
          </li>
        ))}
      </ul>
      {others}
      {!isProven && (
        <Button disabled={task.isRunning} onClick={() => void task.run(prove)}>
          {t('Sign to show private records')}
        </Button>
      )}
      <TaskState task={task} what={t('Waiting for your wallet to sign in. This moves no money…')} />
    </Card>
  );
};

const rowOf = (campaign: Campaign, isOfMany: boolean) => ({
  campaign,
  kind: 'airdrop' as const,
  id: campaign.id,
  title: campaign.title,
  status: campaign.status,
  amountBase: campaign.total_amount_base,
  of: campaign,
  own: isOfMany ? rich('from {address}', { address: <PartyName address={campaign.creator} /> }) : undefined,
  note: plural(campaign.claimed_count, { one: '{count} claimed', other: '{count} claimed' }),
  facets: { status: campaign.status },
  words: [campaign.campaign_id, campaign.description ?? ''],
  createdAt: campaign.created_at,
  group: null,
});

const campaignsCsv = (campaigns: readonly Campaign[]): string =>
  csvText([
    ['number', 'title', 'status', 'amount', 'claimed', 'claims', 'asset', 'category', 'created'],
    ...campaigns.map((campaign) => [
      campaign.campaign_id,
      campaign.title,
      campaign.status,
      ...[campaign.total_amount_base, campaign.claimed_amount_base].map((base) =>
        asTyped(plainText(base, decimalsOf(campaign))),
      ),
      asTyped(String(campaign.claimed_count)),
      unitOf(campaign),
      campaign.token_category ?? '',
      new Date(campaign.created_at * 1_000).toISOString(),
    ]),
  ]);

const Created = ({ addresses, filters }: Pick<Scope, 'addresses'> & { readonly filters: ListFilters }) => {
  const { weir } = useServices();
  const saving = useTask();
  const creator = addresses.join();
  const pages = usePages(
    ['party', creator, 'airdrops'],
    (cursor, options) => weir.airdrops.page({ creator, limit: ROWS, ...cursor }, options),
    ({ airdrops }) => airdrops.map((campaign) => rowOf(campaign, addresses.length > 1)),
  );
  useWhole(pages);
  if (pages.rows?.length === 0)
    return (
      <Empty title={t('No airdrops yet')} picture={<ExamplePicture of="people" />}>
        <p>{t('Give a pool away: to a list of addresses, or to everybody.')}</p>
      </Empty>
    );
  const save = async (): Promise<void> => {
    const rows = filterRows(pages.rows ?? [], filters);
    await saveFile(campaignsCsv(rows.map(({ campaign }) => campaign)), 'weir-airdrops.csv', 'text/csv');
  };
  return (
    <>
      <ListBar
        list="airdrops"
        filters={filters}
        isBusy={pages.isPending || saving.isRunning}
        onExport={() => void saving.run(save)}
      />
      {saving.error !== undefined && <Failed error={saving.error} />}
      <ListCard
        title={t('Created here')}
        waiting={t('Loading your airdrops…')}
        pages={pages}
        total={pages.read[0]?.total}
        filters={filters}
      />
    </>
  );
};

/** Page of the airdrops for the connected wallet and by the address on show. */
const AirdropsPage = () => {
  usePageTitle(t('Airdrops'));
  const connected = useWallet();
  const { addresses, treasury } = useScope();
  const filters = listFiltersOf('airdrops')(useSearch({ strict: false }));
  const claimer = treasury === undefined ? connected : undefined;
  const proof = useProof(claimer);
  const claimable = useClaimable(claimer, proof.isProven);
  return (
    <>
      <Row gap="8px 16px" align="center" justify="space-between">
        <h1>{t('Airdrops')}</h1>
        <Link
          to="/airdrops/new"
          search={treasury === undefined ? {} : { vault: treasury.id }}
          className={buttonClass('main')}
        >
          {t('New airdrop')}
        </Link>
      </Row>
      {connected === undefined ? (
        <NeedsWallet>{t('To see your claimable amounts and your own airdrops.')}</NeedsWallet>
      ) : (
        <>
          {claimable.data !== undefined && (
            <ClaimableCard claimable={claimable.data} isOfMany={addresses.length > 1} {...proof} />
          )}
          {/* What is above it comes first. */}
          <div hidden={claimable.isLoading}>
            <Stack gap={16}>
              <Created key={addresses.join()} addresses={addresses} filters={filters} />
            </Stack>
          </div>
        </>
      )}
    </>
  );
};

export default AirdropsPage;
