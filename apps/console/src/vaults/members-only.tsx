import { isWeirError } from '@weir/client';
import { Empty, Failed } from '../ui/states.js';
import { WalletButton } from '../wallet/wallet-button.js';

/** In place of what is told to somebody alone: no wallet is there. */
export const NeedsMember = ({ title }: { readonly title: string }) => (
  <Empty isPage title={title}>
    <p>Connect the wallet of a signer, the creator or a viewer. Any wallet will do for a public vault.</p>
    <WalletButton />
  </Empty>
);

/** Why something of a vault cannot be shown: most often it is private, and another wallet is connected. */
export const NotShown = ({ error, retry }: { readonly error: Error; readonly retry: () => void }) => {
  if (!isWeirError(error, 'FORBIDDEN', 'CALLER_REQUIRED')) return <Failed error={error} retry={retry} />;
  return (
    <Empty isPage title="This vault is private">
      <p>
        Its signers, its creator and those they let see it can open it, and prove who they are by signing a message. The
        wallet that is connected is none of theirs, or did not sign.
      </p>
      <WalletButton />
    </Empty>
  );
};

/** What is waited for: wallets show a request where the vault is private. */
export const READING = 'Reading it. If it is private, your wallet asks you to sign a message that proves who you are…';
