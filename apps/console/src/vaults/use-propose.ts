import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProposalSubject } from '@weir/client';
import { useServices } from '../api/services.js';
import { useWallet } from '../wallet/wallet-store.js';
import type { VaultMove } from './vault-moves.js';

/** Returns a function that proposes an action on a record that the vault sends, and navigates to the proposal. */
export const usePropose = (vaultId: string) => {
  const { weir } = useServices();
  const connected = useWallet();
  const navigate = useNavigate();
  const [state, setState] = useState<{ readonly error?: unknown; readonly isRunning: boolean }>({ isRunning: false });
  const propose = async (move: VaultMove, subject: ProposalSubject): Promise<void> => {
    if (connected === undefined || state.isRunning) return;
    setState({ isRunning: true });
    const vault = weir.vaults.at(vaultId);
    try {
      const { id } = await (move === 'fund'
        ? vault.proposeFunding(subject, connected.wallet)
        : vault.proposeMove(move, subject, connected.wallet));
      await navigate({ to: '/proposals/$id', params: { id } });
    } catch (error) {
      setState({ error, isRunning: false });
    }
  };
  return { ...state, propose };
};
