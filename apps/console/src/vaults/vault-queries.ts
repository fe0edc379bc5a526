import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/services.js';
import { useWallet } from '../wallet/wallet-store.js';

/** Queries a vault as the connected wallet may see it; disabled without one. */
export const useVault = (id: string | undefined) => {
  const { weir } = useServices();
  const connected = useWallet();
  return useQuery({
    queryKey: ['record', id, 'vault', connected?.address],
    queryFn: ({ signal }) => weir.vaults.at(id ?? '').get(connected?.wallet, { signal }),
    enabled: connected !== undefined && id !== undefined,
  });
};

/** Queries the coins of a vault, and its tokens where an Electrum server answers. */
export const useVaultState = (id: string) => {
  const { weir } = useServices();
  const connected = useWallet();
  return useQuery({
    queryKey: ['record', id, 'state', connected?.address],
    queryFn: () => weir.vaults.at(id).state(connected?.wallet),
    enabled: connected !== undefined,
  });
};

/** Queries a proposal as the connected wallet may see it. */
const useProposal = (id: string) => {
  const { weir } = useServices();
  const connected = useWallet();
  return useQuery({
    queryKey: ['record', id, 'proposal', connected?.address],
    queryFn: ({ signal }) => weir.proposals.at(id).get(connected?.wallet, { signal }),
    enabled: connected !== undefined,
  });
};

/** Queries a proposal and its vault, by which the page decides who may do what. */
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
