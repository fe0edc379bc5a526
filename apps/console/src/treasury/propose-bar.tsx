import { useNavigate } from '@tanstack/react-router';
import type { ProposalSubject } from '@weir/client';
import { useServices } from '../api/services.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { LEAVING, useTask } from '../ui/hooks.js';
import { Row } from '../ui/layout.js';
import { TaskState } from '../ui/states.js';
import { ProveButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { offersOf, type ProposalOffer, type VaultMove } from './vault-moves.js';

interface ProposeBarProps {
  readonly vaultId: string;
  readonly offers: readonly ProposalOffer[];
  readonly small?: boolean;
}

/** A button for each action that can be proposed. Proposing costs nothing, and the proposal's page shows what it would do. */
export const ProposeBar = ({ vaultId, offers, small = false }: ProposeBarProps) => {
  const { weir } = useServices();
  const connected = useWallet();
  const navigate = useNavigate();
  const task = useTask();
  const propose = async (move: VaultMove, subject: ProposalSubject): Promise<void> => {
    if (connected === undefined) return;
    const vault = weir.vaults.at(vaultId);
    await task.run(async () => {
      const { id } = await (move === 'fund'
        ? vault.proposeFunding(subject, connected.wallet)
        : vault.proposeMove(move, subject, connected.wallet));
      await navigate({ to: '/proposals/$id', params: { id } });
      return LEAVING;
    });
  };
  return (
    <>
      <Row gap={10}>
        {offers.map(({ move, label, subject }) => (
          <Button
            key={move}
            small={small}
            look={move === 'fund' ? 'main' : 'plain'}
            disabled={task.isRunning}
            onClick={() => void propose(move, subject)}
          >
            {label}
          </Button>
        ))}
      </Row>
      <TaskState task={task} what={t('Building the proposal from the treasury’s coins…')} />
    </>
  );
};

interface SentByVaultProps {
  /** Id of the record. */
  readonly id: string;
  /** Null where the vault is private and not the user's, or the sender is another script. */
  readonly vaultId: string | null;
  readonly subject: ProposalSubject;
  readonly moves: readonly VaultMove[];
  /** Whether its members have to do something else for it first, such as sending a list. */
  readonly waitsForMember?: boolean;
}

/** Shows, instead of what a sender's key would sign, what the members of a vault can propose. */
export const SentByVault = ({ id, vaultId, subject, moves, waitsForMember = false }: SentByVaultProps) => {
  const connected = useWallet();
  if (moves.length === 0 && !waitsForMember) return null;
  if (vaultId === null)
    return (
      <>
        <p>{t('A treasury, or another script, pays for it. A private treasury is shown only to its members.')}</p>
        <ProveButton id={id} label={t('I am a member of that treasury')} />
      </>
    );
  if (connected === undefined || moves.length === 0) return null;
  return <ProposeBar vaultId={vaultId} offers={offersOf(moves, subject)} />;
};
