import { isWeirError } from '@weir/client';
import { t } from '../language/text.js';
import { Card } from '../ui/card.js';
import { useFirstRows } from '../ui/first-rows.js';
import { Failed } from '../ui/states.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { ProposalRow } from './proposal-row.js';
import { useWaiting } from './waiting-badge.js';

/** Proposals on show, before the treasuries. */
const SHOWN = 8;

/** Lists the proposals that wait for the user's signature, or to be sent. */
export const WaitsForYou = ({ connected }: { readonly connected: ConnectedWallet }) => {
  const { data, error, refetch } = useWaiting(connected, true);
  const { shown, others } = useFirstRows(data?.proposals ?? [], SHOWN);
  // The list of treasuries below offers to sign in.
  if (isWeirError(error, 'CALLER_REQUIRED', 'TOKEN_EXPIRED', 'TOKEN_INVALID')) return null;
  if (error !== null && data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  if (data === undefined || shown.length === 0) return null;
  return (
    <Card title={t('Waits for you: {count}', { count: data.proposals.length })}>
      <ul>
        {shown.map((proposal) => (
          <li key={proposal.id}>
            <ProposalRow proposal={proposal} detail={proposal.vaultName}>
              <span>{proposal.waitsFor === 'signature' ? t('Sign') : t('Send')}</span>
            </ProposalRow>
          </li>
        ))}
      </ul>
      {others}
    </Card>
  );
};
