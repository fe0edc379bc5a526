import type { Wallet } from '@weir/client';
import type { Settings } from '../api/settings.js';

/** The ways to reach a wallet. */
export type ConnectorId = 'local' | 'paytaca' | 'walletconnect' | 'wizardconnect';

/** The site that a wallet is connected to. */
export interface Site {
  readonly settings: Settings;
  /** Network of the service, as `/api/info` names it. */
  readonly network: string;
  /** Prefix of its cash addresses. */
  readonly addressPrefix: string;
}

/** A wallet that is connected. */
export interface Connection {
  readonly wallet: Wallet;
  /** Its addresses, at least one; the page shows the first. */
  readonly addresses: readonly string[];
  /** JSON that the browser keeps until the wallet leaves, for `restore`. */
  readonly kept: unknown;
  /** Ends the session at both ends, as far as the other end can be reached. */
  disconnect(): Promise<void>;
}

/** Shows a pairing code. @param link opens it in a wallet on the same device @param code the QR code's text */
export type ShowCode = (link: string, code: string) => void;

/** A way to reach a wallet, loaded when the user chooses it. */
export interface Connector {
  /**
   * Asks a wallet for its consent.
   *
   * @throws WeirError WALLET_REFUSED, WALLET_FAILED or WALLET_ANSWER_UNUSABLE
   */
  connect(show: ShowCode): Promise<Connection>;
  /**
   * Returns the wallet that was connected before a reload, without asking its user; undefined where it has left.
   *
   * @param kept `kept` of its connection
   */
  restore(kept: unknown): Promise<Connection | undefined>;
}

/**
 * Creates a connector.
 *
 * @param changed called when the wallet has other addresses, and with undefined when it has left
 */
export type CreateConnector = (site: Site, changed: (connection: Connection | undefined) => void) => Connector;
