import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { usePageTitle } from '../app/page-title.js';
import { History } from '../records/history.js';
import { RecordPage } from '../records/record-page.js';
import { Card, Facts } from '../ui/card.js';
import { Figures } from '../ui/figures.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { Address, Amount } from '../ui/values.js';
import { useRole } from '../wallet/use-role.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { ProposalList } from './proposal-list.js';

const route = getRouteApi('/vaults/$id');
const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1_000);

/** One vault. Everything of it is told to somebody: a wallet has to be there. */
const VaultPage = () => {
  const { id } = route.useParams();
  const { weir } = useServices();
  const connected = useWallet();
  const isMine = useRole();
  const { data, error, refetch } = useQuery({
    queryKey: ['record', id, 'vault', connected?.address],
    queryFn: ({ signal }) => weir.vaults.at(id).status(connected?.wallet, { signal }),
    enabled: connected !== undefined,
  });
  usePageTitle(data?.name ?? 'Vault');
  if (connected === undefined)
    return (
      <Empty isPage title="Vaults are shown to their members">
        <p>Connect the wallet of a signer, the creator or a viewer. Any wallet will do for a public vault.</p>
        <WalletButton />
      </Empty>
    );
  if (error !== null && data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="Reading the vault…" />;
  return (
    <RecordPage
      id={id}
      kind="Vault"
      title={data.name}
      status={data.status}
      figures={
        <Figures
          label="How it stands"
          figures={[
            ['Balance', <Amount key="balance" base={data.currentBalanceBase} of="BCH" />],
            ['Planned deposit', <Amount key="deposit" base={data.totalDepositBase} of="BCH" />],
            ['Signatures', `${data.approvalThreshold} of ${data.signers.length}`],
            ['You are', data.role],
          ]}
        />
      }
      side={
        <Card title="Members">
          <Facts
            facts={[
              ['Creator', <Address key="c" address={data.creator} mine={isMine(data.creator)} />],
              ...data.signers.map(
                (signer, index) =>
                  [`Signer ${index + 1}`, <Address key={signer} address={signer} mine={isMine(signer)} />] as const,
              ),
              ['Seen by', data.isPublic ? 'Everybody' : 'Its members'],
              ['Contract', <Address key="k" address={data.contractAddress} />],
            ]}
          />
        </Card>
      }
    >
      <ProposalList id={id} connected={connected} />
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
