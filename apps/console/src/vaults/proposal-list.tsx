import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Proposal } from '@weir/client';
import { useServices } from '../api/services.js';
import { t } from '../language/text.js';
import { StatusBadge } from '../ui/badge.js';
import { Card } from '../ui/card.js';
import { Failed, Waiting } from '../ui/states.js';
import { Amount, Title } from '../ui/values.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { assetOfProposal, KIND_WORDS, shownStatus } from './proposal-choices.js';
import styles from './proposal-list.module.css';

/** How many proposals are shown. */
const LATEST = 20;

/** Reads the latest proposals of a vault. */
export const useProposals = (id: string, connected: ConnectedWallet | undefined) => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['record', id, 'proposals', connected?.address],
    queryFn: async () => {
      const latest: Proposal[] = [];
      for await (const proposal of weir.vaults.at(id).proposals(connected?.wallet)) {
        latest.push(proposal);
        if (latest.length === LATEST) break;
      }
      return latest;
    },
  });
};

interface ProposalListProps {
  readonly proposals: ReturnType<typeof useProposals>;
}

/** Lists the latest proposals of a vault. */
export const ProposalList = ({ proposals: { data, error, refetch } }: ProposalListProps) => {
  return (
    <Card title={t('Proposals')}>
      {error !== null && <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting what={t('Reading the proposals…')} />}
      {data?.length === 0 && <p>{t('None yet. A member proposes a payment, and two signers sign it.')}</p>}
      <ul>
        {data?.map((proposal) => (
          <li key={proposal.id}>
            <Link to="/proposals/$id" params={{ id: proposal.id }} className={styles['row']}>
              <span>
                <strong>
                  <Title text={proposal.reason ?? t(KIND_WORDS[proposal.kind])} />
                </strong>
                <br />
                <span className={styles['id']}>
                  <Title text={proposal.proposalId} />
                </span>
              </span>
              <Amount base={proposal.amountBase} of={assetOfProposal(proposal)} />
              <StatusBadge status={shownStatus(proposal.status)} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
};
