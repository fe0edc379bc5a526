import { Link, useSearch } from '@tanstack/react-router';
import type { Vault } from '@weir/client';
import { useServices } from '../api/services.js';
import { asTyped, decimalsOf, plainText } from '../format/amount.js';
import { csvText } from '../format/csv.js';
import { msg, t } from '../language/text.js';
import { ListBar } from '../records/list-bar.js';
import { ListCard, useWhole } from '../records/list-card.js';
import { filterRows, type ListFilters, listFiltersOf } from '../records/list-filters.js';
import { OwnPurses, useOwnPurses } from '../records/own-purses.js';
import { PublicTreasuries } from '../records/public-treasuries.js';
import { buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { ExamplePicture } from '../ui/example-picture.js';
import { usePageTitle, useTask } from '../ui/hooks.js';
import { Row, Stack } from '../ui/layout.js';
import { usePages } from '../ui/pages.js';
import { saveFile } from '../ui/save-file.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { type ConnectedWallet, useIsReconnecting, useWallet } from '../wallet/wallet-store.js';
import { useWaiting } from './waiting-badge.js';
import { WaitsForYou } from './waits-for-you.js';

const ROWS = 100;
const BCH = { token_type: 'BCH', token_category: null } as const;
const ROLES = { creator: msg('You opened it'), signer: msg('You sign'), viewer: msg('You can view it') } as const;

const roleText = ({ role, isSigner }: Vault): string =>
  role === 'creator' && isSigner ? t('You opened it, and are a signer') : t(ROLES[role]);

const rowOf = (vault: Vault) => ({
  vault,
  kind: 'vault' as const,
  id: vault.id,
  title: vault.name,
  detail: roleText(vault),
  status: vault.status,
  amountBase: vault.currentBalanceBase,
  of: BCH,
  facets: { status: vault.status },
  words: [...(vault.contractAddress === null ? [] : [vault.contractAddress]), ...vault.signers],
  createdAt: Date.parse(vault.createdAt) / 1_000,
  group: null,
});

const vaultsCsv = (vaults: readonly Vault[]): string =>
  csvText([
    ['name', 'role', 'status', 'balance', 'asset', 'address', 'signers', 'created'],
    ...vaults.map((vault) => [
      vault.name,
      roleText(vault),
      vault.status,
      asTyped(plainText(vault.currentBalanceBase, decimalsOf('BCH'))),
      'BCH',
      vault.contractAddress ?? '',
      vault.signers.join(' '),
      vault.createdAt,
    ]),
  ]);

/** Lists all vaults that a wallet may see, its own first. */
const Vaults = ({ connected, filters }: { readonly connected: ConnectedWallet; readonly filters: ListFilters }) => {
  const { weir } = useServices();
  const saving = useTask();
  const pages = usePages(
    ['vaults', connected.address],
    (cursor, options) => weir.vaults.page({ limit: ROWS, ...cursor }, connected.wallet, options),
    ({ all }) => all.map(rowOf),
  );
  useWhole(pages);
  const title = t('Yours, and those you may see');
  if (pages.rows?.length === 0)
    return (
      <Card title={title}>
        <Empty title={t('No treasury yet')} picture={<ExamplePicture of="signers" />}>
          <p>
            {t(
              'Three people hold a treasury, and any two of them pay from it. Somebody else invites you? Open their link: the treasury then appears here.',
            )}
          </p>
          <Link to="/vaults/new" className={buttonClass('main')}>
            {t('Open a treasury')}
          </Link>
        </Empty>
      </Card>
    );
  const save = async (): Promise<void> =>
    saveFile(
      vaultsCsv(filterRows(pages.rows ?? [], filters).map(({ vault }) => vault)),
      'weir-treasuries.csv',
      'text/csv',
    );
  return (
    <Stack gap={16}>
      <ListBar
        list="vaults"
        filters={filters}
        isBusy={pages.isPending || saving.isRunning}
        onExport={() => void saving.run(save)}
      />
      {saving.error !== undefined && <Failed error={saving.error} />}
      <ListCard title={title} waiting={t('Looking up your treasuries…')} pages={pages} filters={filters} />
    </Stack>
  );
};

/** Page of the user's vaults. */
const VaultsPage = () => {
  usePageTitle(t('Treasuries'));
  const connected = useWallet();
  const filters = listFiltersOf('vaults')(useSearch({ strict: false }));
  const isReconnecting = useIsReconnecting();
  const isReadingProposals = useWaiting(connected, true).isLoading;
  const isReadingPurses = useOwnPurses(connected).isLoading;
  return (
    <>
      <Row gap={12} align="center" justify="space-between">
        <h1>{t('Treasuries')}</h1>
        <Link to="/vaults/new" className={buttonClass('main')}>
          {t('New treasury')}
        </Link>
      </Row>
      {isReconnecting && <Waiting what={t('Connecting your wallet…')} />}
      {connected === undefined && !isReconnecting && (
        <Card title={t('A treasury of several people')}>
          <p>
            {t(
              'A treasury holds coins and tokens. Two of its three signers sign every payment, each in their own wallet. Connect a wallet to see your treasuries.',
            )}
          </p>
          <div>
            <WalletButton />
          </div>
        </Card>
      )}
      {connected === undefined && !isReconnecting && <PublicTreasuries />}
      {connected !== undefined && (
        <>
          <WaitsForYou connected={connected} />
          {/* Each part comes after those above it, which are there only for some. */}
          {!isReadingProposals && <OwnPurses connected={connected} />}
          <div hidden={isReadingProposals || isReadingPurses}>
            <Vaults connected={connected} filters={filters} />
          </div>
        </>
      )}
    </>
  );
};

export default VaultsPage;
