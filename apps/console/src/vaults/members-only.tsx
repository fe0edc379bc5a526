import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AbortOptions, isWeirError, type Wallet, type Weir } from '@weir/client';
import { useServices } from '../api/services.js';
import type { RecordKind } from '../kinds/record-kinds.js';
import { t } from '../language/text.js';
import { Loaded, type Query, useKindTitle } from '../records/loaded.js';
import { Empty, Failed } from '../ui/states.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';

/** Shown while no wallet is connected. */
const NeedsMember = ({ title, kind }: { readonly title: string; readonly kind: RecordKind }) => {
  useKindTitle(kind);
  return (
    <Empty isPage title={title}>
      <p>{t('Connect the wallet of a signer, the creator or a viewer. Any wallet will do for a public treasury.')}</p>
      <WalletButton />
    </Empty>
  );
};

/** Shows why a vault could not be read: usually it is private and the connected wallet is not a member's. */
const NotShown = ({ error, retry }: { readonly error: Error; readonly retry: () => void }) => {
  if (!isWeirError(error, 'FORBIDDEN', 'WALLET_REQUIRED')) return <Failed isPage error={error} retry={retry} />;
  return (
    <Empty isPage title={t('This treasury is private')}>
      <p>{t('Only its signers, its creator and its viewers can open it. The connected wallet is none of theirs.')}</p>
      <WalletButton />
    </Empty>
  );
};

interface MembersOnlyProps<Data> {
  /** Heading while no wallet is connected. */
  readonly title: string;
  readonly kind: RecordKind;
  readonly query: Query<Data>;
  readonly children: (data: Data, connected: ConnectedWallet) => ReactNode;
}

/** Renders a vault's data once a wallet is connected, which may have to sign in where the vault is private. */
export const MembersOnly = <Data,>({ title, kind, query, children }: MembersOnlyProps<Data>) => {
  const connected = useWallet();
  if (connected === undefined) return <NeedsMember title={title} kind={kind} />;
  return (
    <Loaded query={query} kind={kind} failed={(error, retry) => <NotShown error={error} retry={retry} />}>
      {(data) => children(data, connected)}
    </Loaded>
  );
};

/**
 * Queries as a member; disabled without a wallet, or without an id.
 *
 * @param what part of the query's key
 */
const useAsMember = <Data,>(
  id: string | undefined,
  what: string,
  read: (weir: Weir, id: string, wallet: Wallet | undefined, options: AbortOptions) => Promise<Data>,
) => {
  const { weir } = useServices();
  const connected = useWallet();
  return useQuery({
    queryKey: ['record', id, what, connected?.address],
    queryFn: ({ signal }) => read(weir, id ?? '', connected?.wallet, { signal }),
    enabled: connected !== undefined && id !== undefined,
  });
};

/** Queries a vault as the connected wallet may see it. */
export const useVault = (id: string | undefined) =>
  useAsMember(id, 'vault', ({ vaults }, one, wallet, options) => vaults.at(one).get(wallet, options));

/** Queries the coins of a vault, and its tokens where an Electrum server answers. */
export const useVaultState = (id: string) =>
  useAsMember(id, 'state', ({ vaults }, one, wallet) => vaults.at(one).state(wallet));

/** Queries a proposal and its vault, by which the page decides who may do what. */
export const useProposalWithVault = (id: string) => {
  const proposal = useAsMember(id, 'proposal', ({ proposals }, one, wallet, options) =>
    proposals.at(one).get(wallet, options),
  );
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
