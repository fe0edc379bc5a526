import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { usePageTitle } from '../app/page-title.js';
import { RecordPage } from '../records/record-page.js';
import { Card, Facts } from '../ui/card.js';
import { Figures } from '../ui/figures.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import { Address, Amount, TxHash } from '../ui/values.js';
import { useRole } from '../wallet/use-role.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';

const route = getRouteApi('/proposals/$id');

/** One proposal of a vault: what it pays, and who signed it. */
const ProposalPage = () => {
  const { id } = route.useParams();
  const { weir } = useServices();
  const connected = useWallet();
  const isMine = useRole();
  const { data, error, refetch } = useQuery({
    queryKey: ['record', id, 'proposal', connected?.address],
    queryFn: ({ signal }) => weir.proposals.at(id).status(connected?.wallet, { signal }),
    enabled: connected !== undefined,
  });
  usePageTitle(data?.proposalId ?? 'Proposal');
  if (connected === undefined)
    return (
      <Empty isPage title="Proposals are shown to their vault’s members">
        <p>Connect the wallet of a member. Any wallet will do for a public vault.</p>
        <WalletButton />
      </Empty>
    );
  if (error !== null && data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Waiting what="Reading the proposal…" />;
  return (
    <RecordPage
      id={id}
      kind={`Proposal ${data.proposalId}`}
      title={data.reason ?? data.proposalId}
      status={data.status}
      figures={
        <Figures
          label="How it stands"
          figures={[
            ['Amount', <Amount key="amount" base={data.amountBase} of={data.tokenType} />],
            ['Signatures', `${data.approvals.length} of ${data.approvalThreshold}`],
            ['Fee', <Amount key="fee" base={data.feeBase} of="BCH" />],
          ]}
        />
      }
      side={
        <Card title="Terms">
          <Facts
            facts={[
              ['Recipient', <Address key="r" address={data.recipient} mine={isMine(data.recipient)} />],
              ['Proposed by', <Address key="p" address={data.proposer} mine={isMine(data.proposer)} />],
              ...(data.txHash === null ? [] : [['Transaction', <TxHash key="t" hash={data.txHash} />] as const]),
              [
                'Vault',
                <Link key="v" to="/vaults/$id" params={{ id: data.vaultId }}>
                  Its page
                </Link>,
              ],
            ]}
          />
        </Card>
      }
    >
      <Card title="Signatures">
        {data.approvals.length === 0 && <p>Nobody has signed yet.</p>}
        <ul>
          {data.approvals.map(({ signer }) => (
            <li key={signer}>
              <Address address={signer} mine={isMine(signer)} /> signed
            </li>
          ))}
          {data.rejections.map(({ signer }) => (
            <li key={signer}>
              <Address address={signer} mine={isMine(signer)} /> declined
            </li>
          ))}
        </ul>
      </Card>
    </RecordPage>
  );
};

export default ProposalPage;
