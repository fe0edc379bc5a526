import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isSameAddress, type Plan } from '@weir/client';
import { ActionState } from '../actions/action-state.js';
import { useVerb } from '../actions/use-verb.js';
import { useServices } from '../api/services.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Progress } from '../ui/progress.js';
import { Failed } from '../ui/states.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { planChoicesOf } from './plan-choices.js';

const PERCENT = 100;

/** What the reader can do with a plan as a whole: pay in what is not funded yet, part by part. */
export const PlanActions = ({ plan }: { readonly plan: Plan }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, parts, parts_funded: funded, vault_id: vaultId } = plan;
  const verb = useVerb({ product: 'plan', id, verb: 'fund' });
  const [part, setPart] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const isSender = connected !== undefined && isSameAddress(connected.address, plan.sender);
  const choices = planChoicesOf(plan, { isSender });
  const fund = async (): Promise<void> => {
    if (connected === undefined) return;
    await verb.run(connected.wallet, (wallet, { onProgress, ...options }) =>
      weir.plans.at(id).fund(wallet, {
        ...options,
        onProgress: (progress) => {
          onProgress?.(progress);
          setPart(progress.part);
          // Each part that is through shows at once.
          if (progress.step === 'done') void client.invalidateQueries({ queryKey: ['record', id] });
        },
      }),
    );
    await client.invalidateQueries({ queryKey: ['record', id] });
  };
  const propose = async (): Promise<void> => {
    if (connected === undefined || vaultId === null) return;
    setFailure(undefined);
    try {
      const proposal = await weir.vaults.at(vaultId).proposeFunding({ planId: id }, connected.wallet);
      await navigate({ to: '/proposals/$id', params: { id: proposal.id } });
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Card title="What now">
      <p>{choices.meaning}</p>
      {parts > 1 && funded < parts && (
        <Progress percent={(funded / parts) * PERCENT} what={`${funded} of ${parts} parts funded`} />
      )}
      {connected === undefined && plan.status === 'PENDING' && <WalletButton />}
      {choices.canFund && (
        <Button look="main" disabled={verb.isRunning} onClick={() => void fund()}>
          {funded === 0 ? 'Fund it' : 'Fund the rest'}
        </Button>
      )}
      {choices.canPropose && connected !== undefined && (
        <Button look="main" onClick={() => void propose()}>
          Propose its funding
        </Button>
      )}
      {verb.isRunning && parts > 1 && part !== undefined && (
        <p>
          Part {part} of {parts}
        </p>
      )}
      <ActionState state={verb.state} />
      {failure !== undefined && <Failed error={failure} />}
    </Card>
  );
};
