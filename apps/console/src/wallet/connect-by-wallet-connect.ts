import { SignClient } from '@walletconnect/sign-client';
import { renderSVG } from 'uqr';
import { walletError, WeirError } from '@weir/client';
import {
  connectWallet,
  walletOfSession,
  type WalletConnectChain,
  type WalletConnectWallet,
} from '@weir/client/wallet-connect';
import { forgetSession, keepSession, keptSession } from './kept-session.js';
import { walletStore } from './wallet-store.js';

type Client = Awaited<ReturnType<typeof SignClient.init>>;

const CHAINS: Readonly<Record<string, WalletConnectChain>> = { mainnet: 'bch:bitcoincash', regtest: 'bch:bchreg' };
const chainOf = (network: string): WalletConnectChain => CHAINS[network] ?? 'bch:bchtest';

const metadata = () => ({
  name: 'Weir',
  description: 'Vesting streams, recurring payments, airdrops and vaults on Bitcoin Cash',
  url: location.origin,
  icons: [`${location.origin}/favicon.svg`],
});

/** The session whose wallet is the page's. */
let connected: WalletConnectWallet | undefined;

const leave = (topic: string): void => {
  forgetSession(topic);
  if (connected?.topic !== topic) return;
  connected = undefined;
  walletStore.set(undefined);
};

/** Makes a session's wallet the page's, here and after a reload. @throws WeirError where it has no address */
const use = (client: Client, wallet: WalletConnectWallet, addresses: readonly string[]): void => {
  const { topic } = wallet;
  const [address] = addresses;
  if (address === undefined) throw new WeirError('WALLET_ANSWER_UNUSABLE', 'The wallet has no address');
  connected = wallet;
  keepSession({ topic, addresses });
  walletStore.set({
    kind: 'walletconnect',
    wallet: { ...wallet, getAddresses: () => Promise.resolve(addresses) },
    address,
    async disconnect() {
      leave(topic);
      // A relay that is out of reach cannot tell the wallet, whose session then ends by its age.
      await client.disconnect({ topic, reason: { code: 6_000, message: 'User disconnected.' } }).catch(() => undefined);
    },
  });
};

const start = async (projectId: string): Promise<Client> => {
  // Nothing is reported to its makers.
  const client = await SignClient.init({ projectId, metadata: metadata(), telemetryEnabled: false });
  client.on('session_delete', ({ topic }) => leave(topic));
  client.on('session_expire', ({ topic }) => leave(topic));
  client.on('session_event', ({ topic, params: { event } }) => {
    const wallet = connected;
    if (event.name !== 'addressesChanged' || wallet?.topic !== topic) return;
    // Where it does not say which they are now, the page cannot know who signs.
    wallet
      .getAddresses()
      .then((addresses) => use(client, wallet, addresses))
      .catch(() => leave(topic));
  });
  return client;
};

let started: Promise<Client> | undefined;
/** One client serves the page: each has a connection to the relay of its own. */
const clientOf = (projectId: string): Promise<Client> =>
  (started ??= start(projectId).catch((error: unknown) => {
    started = undefined;
    throw error;
  }));

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
    const client = await clientOf(projectId);
    const wallet = await connectWallet(client, chainOf(network), (uri) =>
      show(uri, `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`),
    );
    return { client, wallet, addresses: await wallet.getAddresses() };
  };
  const { client, wallet, addresses } = await pair().catch((cause: unknown) => {
    throw walletError(cause, 'connect');
  });
  use(client, wallet, addresses);
};

/** Connects the wallet of the session that was there before a reload, unless its other end has left it since. */
export const reconnectByWalletConnect = async (projectId: string, network: string): Promise<void> => {
  const client = await clientOf(projectId);
  const kept = keptSession();
  if (kept === undefined || walletStore.get() !== undefined) return;
  const session = client.session.getAll().find(({ topic }) => topic === kept.topic);
  if (session === undefined) forgetSession(kept.topic);
  else use(client, walletOfSession(client, session, chainOf(network)), kept.addresses);
};
