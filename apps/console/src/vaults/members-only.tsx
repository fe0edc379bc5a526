import type { ReactNode } from 'react';
import { isWeirError } from '@weir/client';
import { Loaded, useKindTitle, type Query } from '../records/loaded.js';
import type { RecordKind } from '../records/pages.js';
import { Empty, Failed } from '../ui/states.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet, type ConnectedWallet } from '../wallet/wallet-store.js';

/** Shown while no wallet is connected. */
const NeedsMember = ({ title, kind }: { readonly title: string; readonly kind: RecordKind }) => {
  useKindTitle(kind);
  return (
    <Empty isPage title={title}>
      <p>Connect the wallet of a signer, the creator or a viewer. Any wallet will do for a public vault.</p>
      <WalletButton />
    </Empty>
  );
};

/** Shows why a vault could not be read: usually it is private and the connected wallet is not a member's. */
const NotShown = ({ error, retry }: { readonly error: Error; readonly retry: () => void }) => {
  if (!isWeirError(error, 'FORBIDDEN', 'CALLER_REQUIRED')) return <Failed error={error} retry={retry} />;
  return (
    <Empty isPage title="This vault is private">
      <p>
        Its signers, its creator and those they let see it can open it, and prove who they are by signing a message. The
        connected wallet is not one of theirs, or did not sign.
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

/** Renders a vault's data once a wallet is connected, which may have to sign in where the vault is private. */
export const MembersOnly = <Data,>({ title, kind, query, children }: MembersOnlyProps<Data>) => {
  const connected = useWallet();
  if (connected === undefined) return <NeedsMember title={title} kind={kind} />;
  return (
    <Loaded query={query} kind={kind} isForMembers failed={(error, retry) => <NotShown error={error} retry={retry} />}>
      {(data) => children(data, connected)}
    </Loaded>
  );
};
