import { kept as keptTexts, type KeptTexts, onOtherTab } from '../storage/kept.js';
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

/** Calls back when another tab has left the session, or the browser has removed it. @returns stops that */
export const onSessionLeft = (listener: () => void): (() => void) =>
  onOtherTab((key) => {
    if ((key === KEY || key === null) && keptSession() === undefined) listener();
  });

/** Returns the session that was connected last; undefined where there is none, or it was left. */
export const keptSession = (texts: Pick<KeptTexts, 'get'> = keptTexts): KeptSession | undefined => {
  try {
    const { connector, kept } = Object(JSON.parse(texts.get(KEY) ?? '{}')) as Record<string, unknown>;
    return isConnector(connector) ? { connector, kept } : undefined;
  } catch {
    return undefined;
  }
};

/** Remembers a session in place of the one before. */
export const keepSession = ({ connector, kept }: KeptSession, texts: Pick<KeptTexts, 'set'> = keptTexts): void =>
  void texts.set(KEY, JSON.stringify({ connector, kept }));

/** Forgets the session, if it is by this connector. */
export const forgetSession = (connector: ConnectorId, texts: Pick<KeptTexts, 'get' | 'remove'> = keptTexts): void => {
  if (keptSession(texts)?.connector === connector) texts.remove(KEY);
};
