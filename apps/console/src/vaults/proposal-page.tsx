import { getRouteApi, Link } from '@tanstack/react-router';
import { usePageTitle } from '../app/page-title.js';
import { RecordPage } from '../records/record-page.js';
import { Card, Facts } from '../ui/card.js';
import { Figures } from '../ui/figures.js';
import { Waiting } from '../ui/states.js';
import { Address, Amount, Time, TxHash } from '../ui/values.js';
import { useRole } from '../wallet/use-role.js';
import { useWallet } from '../wallet/wallet-store.js';
import { NeedsMember, NotShown, READING } from './members-only.js';
import { secondsOf } from './moment.js';
import { Payouts } from './payouts.js';
import { ProposalActions } from './proposal-actions.js';
import { assetOfProposal, KIND_WORDS } from './proposal-choices.js';
import { ProposalSigners } from './proposal-signers.js';
import { useProposal, useVault } from './vault-queries.js';

const route = getRouteApi('/proposals/$id');

/** One proposal of a vault: what it pays, who signed it, and what is next. */
const ProposalPage = () => {
  const { id } = route.useParams();
  const connected = useWallet();
  const isMine = useRole();
  const proposal = useProposal(id);
  const vault = useVault(proposal.data?.vaultId);
  usePageTitle(proposal.data?.proposalId ?? 'Proposal');
  if (connected === undefined) return <NeedsMember title="Proposals are shown to their vault’s members" />;
  const { data } = proposal;
  const failed = [proposal, vault].find(({ error, data: shown }) => error !== null && shown === undefined);
  if (failed?.error != null) return <NotShown error={failed.error} retry={() => void failed.refetch()} />;
  if (data === undefined || vault.data === undefined) return <Waiting what={READING} />;
  return (
    <RecordPage
      id={id}
      kind={`${KIND_WORDS[data.kind]} ${data.proposalId}`}
      title={data.reason ?? data.proposalId}
      status={data.status}
      wallet={vault.data.isPublic ? undefined : connected.wallet}
      figures={
        <Figures
          label="How it stands"
          figures={[
            ['Amount', <Amount key="amount" base={data.amountBase} of={assetOfProposal(data)} />],
            ['Signatures', `${data.approvals.length} of ${data.approvalThreshold}`],
            ['Fee', <Amount key="fee" base={data.feeBase} of="BCH" />],
          ]}
        />
      }
      side={<ProposalActions proposal={data} vault={vault.data} connected={connected} />}
    >
      <ProposalSigners proposal={data} vault={vault.data} />
      <Payouts proposal={data} vault={vault.data} />
      <Card title="Terms">
        <Facts
          facts={[
            ['Does', KIND_WORDS[data.kind]],
            ['Recipient', <Address key="r" address={data.recipient} mine={isMine(data.recipient)} />],
            ['Proposed by', <Address key="p" address={data.proposer} mine={isMine(data.proposer)} />],
            ['Proposed', <Time key="c" at={secondsOf(data.createdAt)} />],
            ...(data.executedAt === null
              ? []
              : [['Carried out', <Time key="e" at={secondsOf(data.executedAt)} />] as const]),
            ...(data.txHash === null ? [] : [['Transaction', <TxHash key="t" hash={data.txHash} />] as const]),
            [
              'Vault',
              <Link key="v" to="/vaults/$id" params={{ id: data.vaultId }}>
                {vault.data.name}
              </Link>,
            ],
          ]}
        />
      </Card>
    </RecordPage>
  );
};

export default ProposalPage;
