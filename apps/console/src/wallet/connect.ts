import { WeirError } from '@weir/client';
import type { Connection, Connector, ConnectorId, ShowCode, Site } from './connector.types.js';
import { CONNECTORS } from './connectors.js';
import { forgetSession, keepSession, keptSession, onSessionLeft } from './kept-session.js';
import { walletStore } from './wallet-store.js';

/** Makes a wallet the page's, here and after a reload; without one, the page has none afterwards. */
const adopt = (connector: ConnectorId, connection: Connection | undefined): void => {
  const { addresses = [] } = connection ?? {};
  const [address] = addresses;
  if (connection === undefined || address === undefined) {
    forgetSession(connector);
    if (walletStore.get()?.connector === connector) walletStore.set(undefined);
    return;
  }
  keepSession({ connector, kept: connection.kept });
  walletStore.set({
    connector,
    wallet: connection.wallet,
    address,
    addresses,
    async disconnect() {
      adopt(connector, undefined);
      await connection.disconnect();
    },
  });
};

// A wallet that is disconnected in one tab is in all of them.
onSessionLeft(() => {
  const left = walletStore.get();
  walletStore.set(undefined);
  // The wallet may have heard of it from the other tab.
  left?.disconnect().catch(() => undefined);
});

const loaded = new Map<ConnectorId, Promise<Connector>>();

/** Loads a connector once: each may hold a connection of its own. */
const load = (id: ConnectorId, site: Site): Promise<Connector> => {
  const found = loaded.get(id);
  if (found !== undefined) return found;
  const offer = CONNECTORS.find((one) => one.id === id);
  if (offer === undefined) throw new RangeError(`No connector ${id}`);
  const changed = (connection: Connection | undefined): void => {
    // Of a wallet that another one has replaced, the page wants to know nothing.
    if (walletStore.get()?.connector === id) adopt(id, connection);
  };
  const loading = offer
    .load()
    .then(({ createConnector }) => createConnector(site, changed))
    .catch((error: unknown) => {
      loaded.delete(id);
      throw error;
    });
  loaded.set(id, loading);
  return loading;
};

/**
 * Connects a wallet that the user chooses.
 *
 * @throws WeirError WALLET_REFUSED, WALLET_FAILED or WALLET_ANSWER_UNUSABLE
 */
export const connect = async (id: ConnectorId, site: Site, show: ShowCode): Promise<void> => {
  const connector = await load(id, site);
  const connection = await connector.connect(show);
  if (connection.addresses.length === 0) throw new WeirError('WALLET_ANSWER_UNUSABLE', 'The wallet has no address');
  adopt(id, connection);
};

/** Reconnects the wallet that was connected before a reload, unless it has left since. */
export const reconnect = async (site: Site): Promise<void> => {
  const session = keptSession();
  if (session === undefined || walletStore.get() !== undefined) return;
  const { connector: id, kept } = session;
  const offer = CONNECTORS.find((one) => one.id === id);
  if (offer?.isFor?.(site) === false || offer?.missing(site) !== undefined) return;
  const connection = await (await load(id, site)).restore(kept);
  // The user may have connected another one meanwhile.
  if (walletStore.get() === undefined) adopt(id, connection);
};
