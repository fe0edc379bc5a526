import { getRouteApi, Link } from '@tanstack/react-router';
import { rich } from '../language/rich.js';
import { plural, t } from '../language/text.js';
import { ThiefTable } from '../purses/thief-table.js';
import { NamedAddress } from '../records/named-address.js';
import { useLiveRecord } from '../records/use-live-record.js';
import { buttonClass } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { usePageTitle } from '../ui/hooks.js';
import { Row, Split, Stack } from '../ui/layout.js';
import { Empty } from '../ui/states.js';
import { Readers, useVault } from '../vaults/members-only.js';
import { vaultChoicesOf, type VaultDetail } from '../vaults/proposal-choices.js';
import { type ConnectedWallet, useRole } from '../wallet/wallet-store.js';
import { RecoveryCard } from './recovery-card.js';
import { type Roster, rosterThiefRows } from './roster-words.js';

const route = getRouteApi('/vaults/$id/policies');

interface ViewProps {
  readonly vault: VaultDetail;
  /** Undefined where somebody reads a public treasury without a wallet. */
  readonly connected: ConnectedWallet | undefined;
}

/** Lists who signs, with the way to the exchange of a key. */
const Signers = ({ vault, roster, connected }: ViewProps & { readonly roster: Roster }) => {
  const roleOf = useRole();
  const { id, signers } = vault;
  const canPropose = connected !== undefined && vaultChoicesOf(vault).canPropose;
  return (
    <Card title={t('Who signs')}>
      <Stack as="ul">
        {signers.map((signer) => (
          <Row as="li" key={signer} isRuled align="center" gap="4px 12px" pad="10px 0">
            <NamedAddress address={signer} mine={roleOf(signer)} />
          </Row>
        ))}
      </Stack>
      <p>
        {t('Any two sign together. Two can exchange the third.')}{' '}
        {roster.generation > 0 &&
          plural(roster.generation, {
            one: 'Signers, guardian or delays changed {count} time. The address is the same.',
            other: 'Signers, guardian or delays changed {count} times. The address is the same.',
          })}
      </p>
      {canPropose && (
        <div>
          <Link to="/vaults/$id/exchange" params={{ id }} className={buttonClass('main')}>
            {t('Exchange a key')}
          </Link>
        </div>
      )}
    </Card>
  );
};

const View = ({ vault, connected }: ViewProps) => {
  const { id, name, roster } = vault;
  usePageTitle(t('Keys of {treasury}', { treasury: name }));
  // Others may change the keys while they are looked at.
  useLiveRecord(id, vault.isPublic ? undefined : connected?.wallet);
  const back = (
    <Link key="b" to="/vaults/$id" params={{ id }}>
      {t('Back to the treasury')}
    </Link>
  );
  if (roster === undefined)
    return (
      <Empty isPage title={t('The signers of this treasury are fixed')}>
        <p>{t('Its three keys are part of its address. They cannot be exchanged.')}</p>
        <p>{back}</p>
      </Empty>
    );
  return (
    <>
      <h1>{t('Keys of {treasury}', { treasury: name })}</h1>
      <p>{rich('Who signs, who may recover it, and what a stolen key can do. {back}', { back })}</p>
      <Split isSideFirst={roster.phase === 'recovering'}>
        <Stack gap={20}>
          <Signers vault={vault} roster={roster} connected={connected} />
          <ThiefTable rows={rosterThiefRows(roster)} />
        </Stack>
        <RecoveryCard vault={vault} connected={connected} />
      </Split>
    </>
  );
};

/** Page of the keys of a treasury: its signers, its guardian, and its recovery, read from the chain. */
const PoliciesPage = () => {
  const { id } = route.useParams();
  return (
    <Readers title={t('Treasuries are shown to their members')} kind="vault" query={useVault(id)}>
      {(vault, connected) => <View vault={vault} connected={connected} />}
    </Readers>
  );
};

export default PoliciesPage;
