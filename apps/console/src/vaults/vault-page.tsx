import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../app/page-title.js';
import { History } from '../records/history.js';
import { RecordPage } from '../records/record-page.js';
import { Card, Facts } from '../ui/card.js';
import { Figures } from '../ui/figures.js';
import { Waiting } from '../ui/states.js';
import { Address, Amount } from '../ui/values.js';
import { useRole } from '../wallet/use-role.js';
import { useWallet } from '../wallet/wallet-store.js';
import { Holdings } from './holdings.js';
import { NeedsMember, NotShown, READING } from './members-only.js';
import { secondsOf } from './moment.js';
import { ProposalList } from './proposal-list.js';
import { VaultActions } from './vault-actions.js';
import { useVault } from './vault-queries.js';
import { Viewers } from './viewers.js';

const route = getRouteApi('/vaults/$id');

const ROLES = { creator: 'its creator', signer: 'a signer', viewer: 'a viewer' } as const;

/** One vault. Everything of it is told to somebody: a wallet has to be there. */
const VaultPage = () => {
  const { id } = route.useParams();
  const connected = useWallet();
  const isMine = useRole();
  const { data, error, refetch } = useVault(id);
  usePageTitle(data?.name ?? 'Vault');
  if (connected === undefined) return <NeedsMember title="Vaults are shown to their members" />;
  if (error !== null && data === undefined) return <NotShown error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Waiting what={READING} />;
  const party = (address: string) => <Address key={address} address={address} mine={isMine(address)} />;
  return (
    <RecordPage
      id={id}
      kind="Vault"
      title={data.name}
      status={data.status}
      wallet={data.isPublic ? undefined : connected.wallet}
      figures={
        <Figures
          label="How it stands"
          figures={[
            ['Balance', <Amount key="balance" base={data.currentBalanceBase} of="BCH" />],
            ['Planned deposit', <Amount key="deposit" base={data.totalDepositBase} of="BCH" />],
            ['Signatures', `${data.approvalThreshold} of ${data.signers.length}`],
            ['You are', ROLES[data.role]],
          ]}
        />
      }
      side={
        <>
          <VaultActions vault={data} />
          <Holdings vault={data} />
        </>
      }
    >
      <ProposalList id={id} connected={connected} />
      <Card title="Members">
        <Facts
          facts={[
            ['Creator', party(data.creator)],
            ...data.signers.map((signer, index) => [`Signer ${index + 1}`, party(signer)] as const),
            ['Seen by', data.isPublic ? 'Everybody' : 'Its members'],
            ...data.viewers.map((viewer, index) => [`Viewer ${index + 1}`, party(viewer)] as const),
            ['Contract', <Address key="k" address={data.contractAddress} />],
          ]}
        />
        <Viewers vault={data} />
      </Card>
      <History
        of="BCH"
        entries={data.events
          .map(({ at, amountBase, ...event }) => ({ ...event, at: secondsOf(at), amountBase }))
          .toReversed()}
      />
    </RecordPage>
  );
};

export default VaultPage;
