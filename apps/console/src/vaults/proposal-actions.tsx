import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Proposal } from '@weir/client';
import { ActionState } from '../actions/action-state.js';
import { ConfirmDialog } from '../actions/confirm-dialog.js';
import { useVerb } from '../actions/use-verb.js';
import { useServices } from '../api/services.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Failed } from '../ui/states.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { proposalChoicesOf } from './proposal-choices.js';
import type { VaultDetail } from './vault-choices.js';

interface ProposalActionsProps {
  readonly proposal: Proposal;
  readonly vault: VaultDetail;
  readonly connected: ConnectedWallet;
}

/** Shows what the user can do with a proposal now. */
export const ProposalActions = ({ proposal, vault, connected }: ProposalActionsProps) => {
  const { weir } = useServices();
  const client = useQueryClient();
  const { id } = proposal;
  const verbs = {
    approve: useVerb({ product: 'proposal', id, verb: 'approve' }),
    execute: useVerb({ product: 'proposal', id, verb: 'execute' }),
  };
  const [rejection, setRejection] = useState<{ readonly error?: unknown; readonly isRunning: boolean }>({
    isRunning: false,
  });
  const isBusy = verbs.approve.isRunning || verbs.execute.isRunning || rejection.isRunning;
  const choices = proposalChoicesOf(proposal, vault, connected.address);
  const handle = weir.proposals.at(id);
  const refetch = () =>
    Promise.all([id, vault.id].map((record) => client.invalidateQueries({ queryKey: ['record', record] })));
  const run = async (verb: keyof typeof verbs): Promise<void> => {
    for (const one of Object.values(verbs)) one.reset();
    await verbs[verb].run(connected.wallet, (wallet, options) => handle[verb](wallet, options));
    await refetch();
  };
  const reject = async (): Promise<void> => {
    setRejection({ isRunning: true });
    try {
      await handle.reject(connected.wallet);
      setRejection({ isRunning: false });
    } catch (error) {
      setRejection({ error, isRunning: false });
    }
    await refetch();
  };
  return (
    <Card title="What now">
      <p>{choices.meaning}</p>
      {choices.canApprove && (
        <Button look="main" disabled={isBusy} onClick={() => void run('approve')}>
          Sign it
        </Button>
      )}
      {choices.canExecute && (
        <Button look="main" disabled={isBusy} onClick={() => void run('execute')}>
          Send it to the network
        </Button>
      )}
      {choices.canReject && (
        <ConfirmDialog
          label="Decline it"
          title="Decline this proposal?"
          confirm="Decline"
          disabled={isBusy}
          onConfirm={() => void reject()}
        >
          <p>Two who decline end it: then nothing is paid, and signatures that were given are void.</p>
        </ConfirmDialog>
      )}
      <ActionState state={verbs.approve.state} />
      <ActionState state={verbs.execute.state} />
      {rejection.error !== undefined && <Failed error={rejection.error} />}
    </Card>
  );
};
