import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Purse } from '@weir/client';
import { useServices } from '../api/services.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { usePurses } from '../treasury/use-purses.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { LEAVING, usePageTitle, useTask } from '../ui/hooks.js';
import { Row, Split, Stack } from '../ui/layout.js';
import { NotUpdated } from '../ui/not-updated.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { Readers, useVault } from '../vaults/members-only.js';
import { vaultChoicesOf, type VaultDetail } from '../vaults/proposal-choices.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { NewPurseForm } from './new-purse-form.js';
import { PurseList } from './purse-list.js';
import { thiefRows } from './purse-words.js';
import styles from './purses.module.css';
import { ThiefTable } from './thief-table.js';

const route = getRouteApi('/vaults/$id/purses');

/** Buttons by which members propose to renew or close a purse. */
const Changes = ({ purse, connected }: { readonly purse: Purse; readonly connected: ConnectedWallet }) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const task = useTask();
  const close = (): Promise<unknown> =>
    task.run(async () => {
      const { id } = await weir.vaults
        .at(purse.vaultId)
        .propose({ kind: 'allowance', purseIds: [purse.id] }, connected.wallet);
      await navigate({ to: '/proposals/$id', params: { id } });
      return LEAVING;
    });
  return (
    <>
      <Row gap={10}>
        <Button
          small
          onClick={() =>
            void navigate({ to: '/vaults/$id/purses', params: { id: purse.vaultId }, search: { renew: purse.id } })
          }
        >
          {t('Change or top up')}
        </Button>
        <Button small look="quiet" disabled={task.isRunning} onClick={() => void close()}>
          {t('Propose to close it')}
        </Button>
      </Row>
      {task.error !== undefined && <Failed error={task.error} />}
    </>
  );
};

const View = ({
  vault,
  connected,
}: {
  readonly vault: VaultDetail;
  readonly connected: ConnectedWallet | undefined;
}) => {
  usePageTitle(t('Purses of {treasury}', { treasury: vault.name }));
  const { renew } = route.useSearch();
  const { data, error, refetch } = usePurses(vault.id);
  const active = data?.filter(({ status }) => status === 'ACTIVE') ?? [];
  const over = data?.filter(({ status }) => status !== 'ACTIVE') ?? [];
  const canPropose = connected !== undefined && vaultChoicesOf(vault).canPropose;
  const renews = active.find(({ id }) => id === renew);
  return (
    <>
      <h1>{t('Purses of {treasury}', { treasury: vault.name })}</h1>
      <p>
        {rich('One key pays listed payees out of a purse, up to a limit. Any one signer sends it home. {back}', {
          back: (
            <Link key="b" to="/vaults/$id" params={{ id: vault.id }}>
              {t('Back to the treasury')}
            </Link>
          ),
        })}
      </p>
      <Split>
        <Stack gap={20}>
          <Card title={t('Purses')}>
            {error !== null && data === undefined && <Failed error={error} retry={() => void refetch()} />}
            {data === undefined && error === null && <Waiting what={t('Reading the purses from the chain…')} />}
            {data !== undefined && active.length === 0 && (
              <Empty title={t('No purse yet')}>
                <p>{t('With a purse one person pays small invoices, and the treasury stays with its signers.')}</p>
              </Empty>
            )}
            {active.map((purse) => (
              <Stack key={purse.id} gap={8}>
                <PurseList purses={[purse]} connected={connected} />
                {canPropose && <Changes purse={purse} connected={connected} />}
              </Stack>
            ))}
            <NotUpdated data={data} error={error} retry={() => void refetch()} />
          </Card>
          {active.map((purse) => (
            <ThiefTable key={purse.id} rows={thiefRows(purse, vault.roster !== undefined)} />
          ))}
          {over.length > 0 && (
            <Card title={t('Ended purses')}>
              <PurseList purses={over} connected={connected} />
            </Card>
          )}
        </Stack>
        <Stack gap={20}>
          {canPropose && data !== undefined && (
            <NewPurseForm key={renews?.id ?? 'new'} vaultId={vault.id} connected={connected} renews={renews} />
          )}
          {/* After the form that comes above it, so that it does not move. */}
          {(data !== undefined || error !== null) && (
            <p className={styles['note']}>{t('Two of the three signers open, change and close a purse.')}</p>
          )}
        </Stack>
      </Split>
    </>
  );
};

/** Page of the purses of a treasury, read from the chain. */
const PursesPage = () => {
  const { id } = route.useParams();
  return (
    <Readers title={t('Treasuries are shown to their members')} kind="vault" query={useVault(id)}>
      {(vault, connected) => <View vault={vault} connected={connected} />}
    </Readers>
  );
};

export default PursesPage;
