import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/services.js';
import { useWallet } from '../wallet/wallet-store.js';

/** A vault, as the connected wallet may see it; nothing is asked before there is one. */
export const useVault = (id: string | undefined) => {
  const { weir } = useServices();
  const connected = useWallet();
  return useQuery({
    queryKey: ['record', id, 'vault', connected?.address],
    queryFn: ({ signal }) => weir.vaults.at(id ?? '').status(connected?.wallet, { signal }),
    enabled: connected !== undefined && id !== undefined,
  });
};

/** What lies at a vault's address: coins, and tokens as far as a server of the chain answers. */
export const useVaultState = (id: string) => {
  const { weir } = useServices();
  const connected = useWallet();
  return useQuery({
    queryKey: ['record', id, 'state', connected?.address],
    queryFn: () => weir.vaults.at(id).state(connected?.wallet),
    enabled: connected !== undefined,
  });
};

/** A proposal, as the connected wallet may see it. */
const useProposal = (id: string) => {
  const { weir } = useServices();
  const connected = useWallet();
  return useQuery({
    queryKey: ['record', id, 'proposal', connected?.address],
    queryFn: ({ signal }) => weir.proposals.at(id).status(connected?.wallet, { signal }),
    enabled: connected !== undefined,
  });
};

/** A proposal with its vault, which says who may do what with it. */
export const useProposalWithVault = (id: string) => {
  const proposal = useProposal(id);
  const vault = useVault(proposal.data?.vaultId);
  const failed = [proposal, vault].find(({ error, data }) => error !== null && data === undefined);
  return {
    data:
      proposal.data === undefined || vault.data === undefined
        ? undefined
        : { proposal: proposal.data, vault: vault.data },
    error: failed?.error ?? null,
    refetch: (failed ?? proposal).refetch,
  };
};
