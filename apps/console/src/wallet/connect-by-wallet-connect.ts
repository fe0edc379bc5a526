import { SignClient } from '@walletconnect/sign-client';
import { renderSVG } from 'uqr';
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
 * Pairs with a wallet, and connects it.
 *
 * @param show gets the code as text, and as a picture's address
 * @throws whatever the pairing throws: the user said no, or the time is up
 */
export const connectByWalletConnect = async (
  projectId: string,
  network: string,
  show: (uri: string, qr: string) => void,
): Promise<void> => {
  const client = await SignClient.init({ projectId, metadata: metadata() });
  const wallet = await connectWallet(client, CHAINS[network] ?? 'bch:bchtest', (uri) =>
    show(uri, `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`),
  );
  const [address] = await wallet.getAddresses();
  if (address === undefined) throw new Error('The wallet has no address');
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
