import type { ConnectorId } from './connector.types.js';

/** The connected wallet of this browser's pages, until either end leaves. */
export interface KeptSession {
  readonly connector: ConnectorId;
  /** What the connector restores it from. */
  readonly kept: unknown;
}

/** Names no WalletConnect: its client takes such keys out of this storage when it starts. */
const KEY = 'weir:session';

const CONNECTORS: readonly unknown[] = ['local', 'paytaca', 'walletconnect', 'wizardconnect'] satisfies ConnectorId[];
const isConnector = (value: unknown): value is ConnectorId => CONNECTORS.includes(value);

/** Returns the session that was connected last; undefined where there is none, or it was left. */
export const keptSession = (storage: Pick<Storage, 'getItem'> = localStorage): KeptSession | undefined => {
  try {
    const { connector, kept } = Object(JSON.parse(storage.getItem(KEY) ?? '{}')) as Record<string, unknown>;
    return isConnector(connector) ? { connector, kept } : undefined;
  } catch {
    return undefined;
  }
};

/** Remembers a session in place of the one before. */
export const keepSession = ({ connector, kept }: KeptSession, storage: Pick<Storage, 'setItem'> = localStorage): void =>
  storage.setItem(KEY, JSON.stringify({ connector, kept }));

/** Forgets the session, if it is by this connector. */
export const forgetSession = (
  connector: ConnectorId,
  storage: Pick<Storage, 'getItem' | 'removeItem'> = localStorage,
): void => {
  if (keptSession(storage)?.connector === connector) storage.removeItem(KEY);
};
