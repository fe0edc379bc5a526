import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isSameAddress, type Plan } from '@weir/client';
import { ActionState } from '../actions/action-state.js';
import { useVerb } from '../actions/use-verb.js';
import { useServices } from '../api/services.js';
import { isScriptAddress } from '../format/script-address.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Progress } from '../ui/progress.js';
import { ProposeBar } from '../vaults/propose-bar.js';
import { movesOfPlan, offersOf } from '../vaults/vault-moves.js';
import { ProveButton } from '../wallet/prove-button.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { planChoicesOf } from './plan-choices.js';
import styles from './plan-form.module.css';
import { hasDeclinedSignIn } from './read-plan.js';

const PERCENT = 100;

/** Shows what the user can do with a plan as a whole: fund the parts that are left, or propose to its vault. */
export const PlanActions = ({ plan }: { readonly plan: Plan }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const client = useQueryClient();
  const { id, parts, parts_funded: funded, vault_id: vaultId } = plan;
  const verb = useVerb({ product: 'plan', id, verb: 'fund' });
  const [part, setPart] = useState<number>();
  const isSender = connected !== undefined && isSameAddress(connected.address, plan.sender);
  const isPartHidden = isScriptAddress(plan.sender)
    ? vaultId === null
    : isSender && hasDeclinedSignIn(connected.address);
  const choices = planChoicesOf(plan, { isSender });
  const fund = async (): Promise<void> => {
    if (connected === undefined) return;
    await verb.run(connected.wallet, (wallet, { onProgress, ...options }) =>
      weir.plans.at(id).fund(wallet, {
        ...options,
        onProgress: (progress) => {
          onProgress?.(progress);
          setPart(progress.part);
          // Each funded part shows at once.
          if (progress.step === 'done') void client.invalidateQueries({ queryKey: ['record', id] });
        },
      }),
    );
    await client.invalidateQueries({ queryKey: ['record', id] });
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
      {vaultId !== null && connected !== undefined && (
        <ProposeBar vaultId={vaultId} offers={offersOf(movesOfPlan(plan), { planId: id }, 'all of it')} />
      )}
      {vaultId !== null && connected !== undefined && plan.status === 'ACTIVE' && (
        <p className={styles['hint']}>
          A proposal for all of it covers as many as one transaction can move; the rest takes another proposal.
        </p>
      )}
      {verb.isRunning && parts > 1 && part !== undefined && (
        <p>
          Part {part} of {parts}
        </p>
      )}
      <ActionState state={verb.state} />
      {isPartHidden && <ProveButton id={id} label="Show what its sender alone sees" />}
    </Card>
  );
};
