import { SignClient } from '@walletconnect/sign-client';
import { renderSVG } from 'uqr';
import { walletError, WeirError } from '@weir/client';
import { connectWallet, type WalletConnectChain } from '@weir/client/wallet-connect';
import { setWallet } from './wallet-store.js';

const CHAINS: Readonly<Record<string, WalletConnectChain>> = { mainnet: 'bch:bitcoincash', regtest: 'bch:bchreg' };

const metadata = () => ({
  name: 'Weir',
  description: 'Vesting streams, recurring payments, airdrops and vaults on Bitcoin Cash',
  url: location.origin,
  icons: [`${location.origin}/favicon.svg`],
});

/**
 * Pairs with a wallet and connects it.
 *
 * @param show called with the pairing code as text and as an image URL
 * @throws whatever the pairing throws, for example when the user refuses or the time is up
 */
export const connectByWalletConnect = async (
  projectId: string,
  network: string,
  show: (uri: string, qr: string) => void,
): Promise<void> => {
  const pair = async () => {
    const client = await SignClient.init({ projectId, metadata: metadata() });
    const wallet = await connectWallet(client, CHAINS[network] ?? 'bch:bchtest', (uri) =>
      show(uri, `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`),
    );
    const [address] = await wallet.getAddresses();
    return { client, wallet, address };
  };
  const { client, wallet, address } = await pair().catch((cause: unknown) => {
    throw walletError(cause, 'connect');
  });
  if (address === undefined) throw new WeirError('WALLET_ANSWER_UNUSABLE', 'The wallet has no address');
  client.on('session_delete', ({ topic }) => {
    if (topic === wallet.topic) setWallet(undefined);
  });
  setWallet({
    kind: 'walletconnect',
    wallet,
    address,
    async disconnect() {
      setWallet(undefined);
      await client.disconnect({ topic: wallet.topic, reason: { code: 6000, message: 'User disconnected.' } });
    },
  });
};
