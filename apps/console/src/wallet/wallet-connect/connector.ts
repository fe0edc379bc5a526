import { SignClient } from '@walletconnect/sign-client';
import { walletError } from '@weir/client';
import {
  connectWallet,
  isSessionFor,
  walletOfSession,
  WalletNetworkError,
  type WalletConnectChain,
  type WalletConnectWallet,
} from '@weir/client/wallet-connect';
import { WrongNetwork } from '../../failures/wrong-network.js';
import { t } from '../../language/text.js';
import { hasDatabases } from '../../storage/browser.js';
import type { Connection, CreateConnector, Site } from '../connector.types.js';
import { createSessionStorage } from './session-storage.js';

type Client = Awaited<ReturnType<typeof SignClient.init>>;

const CHAINS: Readonly<Record<string, WalletConnectChain>> = { mainnet: 'bch:bitcoincash', regtest: 'bch:bchreg' };
const chainOf = (network: string): WalletConnectChain => CHAINS[network] ?? 'bch:bchtest';

const metadata = () => ({
  name: 'Weir',
  description: t('Vesting streams, recurring payments, airdrops and treasuries on Bitcoin Cash'),
  url: location.origin,
  icons: [`${location.origin}/favicon.svg`],
});

/** Ends a session. A relay that is out of reach cannot notify the wallet, where the session then ends by its age. */
const endSession = (client: Client, topic: string): Promise<void> =>
  client.disconnect({ topic, reason: { code: 6_000, message: 'User disconnected.' } }).catch(() => undefined);

const connectionOf = (
  client: Client,
  wallet: WalletConnectWallet,
  addresses: readonly string[],
): Connection & { readonly topic: string } => {
  const { topic } = wallet;
  return {
    topic,
    addresses,
    kept: { topic, addresses },
    // Asking for them again would wake the phone at each step.
    wallet: { ...wallet, getAddresses: () => Promise.resolve(addresses) },
    async disconnect() {
      await endSession(client, topic);
    },
  };
};

const isAddresses = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((address) => typeof address === 'string');

/** WalletConnect: the relay is contacted when the user chooses it, or where a session was kept. */
export const createConnector: CreateConnector = ({ settings, network }: Site, changed) => {
  const chain = chainOf(network);
  const { walletConnectProjectId: projectId, walletConnectRelayUrl: relayUrl } = settings;
  let current: WalletConnectWallet | undefined;
  const take = (client: Client, wallet: WalletConnectWallet, addresses: readonly string[]): Connection => {
    current = wallet;
    return connectionOf(client, wallet, addresses);
  };
  const leave = (topic: string): void => {
    if (current?.topic !== topic) return;
    current = undefined;
    changed(undefined);
  };

  const start = async (): Promise<Client> => {
    const hasStorage = await hasDatabases();
    const client = await SignClient.init({
      ...(projectId !== null && { projectId }),
      ...(relayUrl !== null && { relayUrl }),
      metadata: metadata(),
      // Its own waits for a database forever where the browser refuses one.
      ...(!hasStorage && { storage: createSessionStorage() }),
      // Nothing is reported to its makers.
      telemetryEnabled: false,
    });
    client.on('session_delete', ({ topic }) => leave(topic));
    client.on('session_expire', ({ topic }) => leave(topic));
    client.on('session_event', ({ topic, params: { event } }) => {
      const wallet = current;
      if (event.name !== 'addressesChanged' || wallet?.topic !== topic) return;
      // Where it does not say which they are now, the page cannot know who signs.
      wallet
        .getAddresses()
        .then((addresses) => changed(take(client, wallet, addresses)))
        .catch(() => leave(topic));
    });
    return client;
  };
  let started: Promise<Client> | undefined;
  /** One client serves the page: each has a connection to the relay of its own. */
  const clientOf = (): Promise<Client> =>
    (started ??= start().catch((error: unknown) => {
      started = undefined;
      throw error;
    }));

  return {
    async connect(show) {
      try {
        const client = await clientOf();
        const wallet = await connectWallet(client, chain, (uri) => show(uri, uri));
        return take(client, wallet, await wallet.getAddresses());
      } catch (cause) {
        if (!(cause instanceof WalletNetworkError)) throw walletError(cause, 'connect');
        const { topic } = cause;
        if (topic !== undefined) await endSession(await clientOf(), topic);
        throw walletError(new WrongNetwork(network), 'connect');
      }
    },
    async restore(kept) {
      const { topic, addresses } = Object(kept) as { readonly topic?: unknown; readonly addresses?: unknown };
      const client = await clientOf();
      const session = client.session.getAll().find((one) => one.topic === topic);
      if (session === undefined || !isSessionFor(session, chain) || !isAddresses(addresses)) return undefined;
      return take(client, walletOfSession(client, session, chain), addresses);
    },
  };
};
