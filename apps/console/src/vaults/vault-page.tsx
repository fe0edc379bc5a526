import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../app/page-title.js';
import { History } from '../records/history.js';
import { RecordPage } from '../records/record-page.js';
import { Card, Facts } from '../ui/card.js';
import { Figures } from '../ui/figures.js';
import { Address, Amount } from '../ui/values.js';
import { useRole } from '../wallet/use-role.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { Grants } from './grants.js';
import { Holdings } from './holdings.js';
import { MembersOnly } from './members-only.js';
import { secondsOf } from './moment.js';
import { ProposalList } from './proposal-list.js';
import { VaultActions } from './vault-actions.js';
import type { VaultDetail } from './vault-choices.js';
import { useVault } from './vault-queries.js';
import { Viewers } from './viewers.js';

const route = getRouteApi('/vaults/$id');

const ROLES = { creator: 'its creator', signer: 'a signer', viewer: 'a viewer' } as const;

interface ViewProps {
  readonly vault: VaultDetail;
  readonly connected: ConnectedWallet;
}

const View = ({ vault, connected }: ViewProps) => {
  const { id } = vault;
  const isMine = useRole();
  usePageTitle(vault.name);
  const party = (address: string) => <Address key={address} address={address} mine={isMine(address)} />;
  return (
    <RecordPage
      id={id}
      kind="Vault"
      title={vault.name}
      status={vault.status}
      wallet={vault.isPublic ? undefined : connected.wallet}
      figures={
        <Figures
          label="How it stands"
          figures={[
            ['Balance', <Amount key="balance" base={vault.currentBalanceBase} of="BCH" />],
            ['Planned deposit', <Amount key="deposit" base={vault.totalDepositBase} of="BCH" />],
            ['Signatures', `${vault.approvalThreshold} of ${vault.signers.length}`],
            ['You are', `${ROLES[vault.role]}${vault.role === 'creator' && vault.isSigner ? ' and a signer' : ''}`],
          ]}
        />
      }
      side={
        <>
          <VaultActions vault={vault} />
          <Holdings vault={vault} />
        </>
      }
    >
      <ProposalList id={id} connected={connected} />
      <Grants vault={vault} connected={connected} />
      <Card title="Members">
        <Facts
          facts={[
            ['Creator', party(vault.creator)],
            ...vault.signers.map((signer, index) => [`Signer ${index + 1}`, party(signer)] as const),
            ['Seen by', vault.isPublic ? 'Everybody' : 'Its members'],
            ...vault.viewers.map((viewer, index) => [`Viewer ${index + 1}`, party(viewer)] as const),
            ['Contract', <Address key="k" address={vault.contractAddress} />],
          ]}
        />
        <Viewers vault={vault} />
      </Card>
      <History
        of="BCH"
        entries={vault.events
          .map(({ at, amountBase, ...event }) => ({ ...event, at: secondsOf(at), amountBase }))
          .toReversed()}
      />
    </RecordPage>
  );
};

/** Page of a vault; it takes a connected wallet. */
const VaultPage = () => {
  const { id } = route.useParams();
  return (
    <MembersOnly title="Vaults are shown to their members" kind="vault" query={useVault(id)}>
      {(vault, connected) => <View vault={vault} connected={connected} />}
    </MembersOnly>
  );
};

export default VaultPage;
