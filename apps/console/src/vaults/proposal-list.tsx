import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Proposal } from '@weir/client';
import { PROPOSAL_STATUSES } from '@weir/kinds';
import { useServices } from '../api/services.js';
import { asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { csvText } from '../format/csv.js';
import { numberText, plural, t } from '../language/text.js';
import { Choice } from '../records/list-bar.js';
import { statusText, StatusBadge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { useTask } from '../ui/hooks.js';
import { Row } from '../ui/layout.js';
import { NotUpdated } from '../ui/not-updated.js';
import { firstRowOf, RowsPager } from '../ui/rows-pager.js';
import { saveFile } from '../ui/save-file.js';
import { Failed, Waiting } from '../ui/states.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { assetOfProposal, shownStatus } from './proposal-choices.js';
import { ProposalRow } from './proposal-row.js';

/** How many proposals are read. */
const LATEST = 200;
/** Rows in the document at once. */
const SHOWN = 20;

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

const proposalsCsv = (proposals: readonly Proposal[]): string =>
  csvText([
    ['number', 'kind', 'reason', 'amount', 'asset', 'category', 'recipient', 'status', 'created', 'transaction'],
    ...proposals.map((proposal) => {
      const of = assetOfProposal(proposal);
      return [
        proposal.proposalId,
        proposal.kind,
        proposal.reason ?? '',
        asTyped(plainText(proposal.amountBase, decimalsOf(of))),
        unitOf(of),
        proposal.tokenCategory ?? '',
        proposal.recipient,
        proposal.status,
        proposal.createdAt,
        proposal.txHash ?? '',
      ];
    }),
  ]);

/** Lists the latest proposals of a vault, by their status where the user wants it. */
export const ProposalList = ({ proposals: { data, error, refetch } }: ProposalListProps) => {
  const [status, setStatus] = useState<string>();
  const [page, setPage] = useState(0);
  const saving = useTask();
  const matching = (data ?? []).filter((proposal) => status === undefined || proposal.status === status);
  const first = firstRowOf(page, SHOWN, matching.length);
  const save = (): Promise<void> => saveFile(proposalsCsv(matching), 'weir-proposals.csv', 'text/csv');
  const hasRows = data !== undefined && data.length > 0;
  return (
    <Card
      title={t('Proposals')}
      aside={
        hasRows && (
          <Button look="quiet" small disabled={saving.isRunning} onClick={() => void saving.run(save)}>
            <Download size={16} aria-hidden="true" /> {t('Export CSV')}
          </Button>
        )
      }
    >
      {error !== null && data === undefined && <Failed error={error} retry={() => void refetch()} />}
      {saving.error !== undefined && <Failed error={saving.error} />}
      {data === undefined && error === null && <Waiting what={t('Reading the proposals…')} />}
      {data?.length === 0 && <p>{t('None yet. A member proposes a payment, and two signers sign it.')}</p>}
      {hasRows && (
        <Row gap="8px 16px" align="end" justify="space-between">
          <Choice
            label={t('Status')}
            none={t('All')}
            value={status}
            options={PROPOSAL_STATUSES.map((one) => [one, statusText(shownStatus(one))] as const)}
            onChange={setStatus}
          />
          <span role="status">
            {status === undefined
              ? plural(data.length, { one: '{count} proposal', other: '{count} proposals' })
              : t('{matching} of {total}', {
                  matching: numberText(matching.length),
                  total: numberText(data.length),
                })}
          </span>
        </Row>
      )}
      {hasRows && matching.length === 0 && <p>{t('Nothing matches these filters.')}</p>}
      <ul>
        {matching.slice(first, first + SHOWN).map((proposal) => (
          <li key={proposal.id}>
            <ProposalRow proposal={proposal} detail={proposal.proposalId}>
              <StatusBadge status={shownStatus(proposal.status)} />
            </ProposalRow>
          </li>
        ))}
      </ul>
      <RowsPager first={first} size={SHOWN} count={matching.length} onPage={setPage} />
      <NotUpdated data={data} error={error} retry={() => void refetch()} />
    </Card>
  );
};
