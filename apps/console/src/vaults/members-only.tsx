import type { ReactNode } from 'react';
import { isWeirError } from '@weir/client';
import type { RecordKind } from '../kinds/record-kinds.js';
import { t } from '../language/text.js';
import { joined } from '../records/joined.js';
import { Loaded, type Query, useKindTitle } from '../records/loaded.js';
import { Empty, Failed } from '../ui/states.js';
import { useAsReader } from '../wallet/use-as-reader.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';

/** Shown while no wallet is connected. */
const NeedsMember = ({ title, kind }: { readonly title: string; readonly kind: RecordKind }) => {
  useKindTitle(kind);
  return (
    <Empty isPage title={title}>
      <p>{t('This treasury is private. Connect the wallet of a signer, the creator or a viewer.')}</p>
      <WalletButton />
    </Empty>
  );
};

/** Whether an error says to somebody without a wallet that only members may read. */
const isPrivate = (error: Error): boolean => isWeirError(error, 'CALLER_REQUIRED', 'WALLET_REQUIRED');

/** Shows why a vault could not be read: usually it is private and the connected wallet is not a member's. */
const NotShown = ({ error, retry }: { readonly error: Error; readonly retry: () => void }) => {
  if (!isWeirError(error, 'FORBIDDEN', 'WALLET_REQUIRED')) return <Failed isPage error={error} retry={retry} />;
  return (
    <Empty isPage title={t('This treasury is private')}>
      <p>
        {t(
          'Only its signers, its creator and its viewers can open it. The connected wallet does not belong to any of them.',
        )}
      </p>
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

interface ReadersProps<Data> extends Omit<MembersOnlyProps<Data>, 'children'> {
  /** The wallet is undefined where somebody reads a public vault without one. */
  readonly children: (data: Data, connected: ConnectedWallet | undefined) => ReactNode;
}

/** Renders a vault's data: a public one for everybody, a private one for members, whose wallet may have to sign in. */
export const Readers = <Data,>({ title, kind, query, children }: ReadersProps<Data>) => {
  const connected = useWallet();
  return (
    <Loaded
      query={query}
      kind={kind}
      failed={(error, retry) =>
        connected === undefined && isPrivate(error) ? (
          <NeedsMember title={title} kind={kind} />
        ) : (
          <NotShown error={error} retry={retry} />
        )
      }
    >
      {(data) => children(data, connected)}
    </Loaded>
  );
};

/** Renders what only members can do with a vault, once a wallet is connected. */
export const MembersOnly = <Data,>({ children, ...rest }: MembersOnlyProps<Data>) => {
  const connected = useWallet();
  if (connected === undefined) return <NeedsMember title={rest.title} kind={rest.kind} />;
  return <Readers {...rest}>{(data) => children(data, connected)}</Readers>;
};

/** Queries a vault as the connected wallet may see it. */
export const useVault = (id: string | undefined) =>
  useAsReader(id, 'vault', ({ vaults }, one, wallet, options) => vaults.at(one).get(wallet, options));

/** Queries the coins of a vault, and its tokens where an Electrum server answers. */
export const useVaultState = (id: string) =>
  useAsReader(id, 'state', ({ vaults }, one, wallet) => vaults.at(one).state(wallet));

/** Queries a proposal and its vault, by which the page decides who may do what. */
export const useProposalWithVault = (id: string) => {
  const proposal = useAsReader(id, 'proposal', ({ proposals }, one, wallet, options) =>
    proposals.at(one).get(wallet, options),
  );
  const vault = useVault(proposal.data?.vaultId);
  return joined({ proposal, vault });
};
