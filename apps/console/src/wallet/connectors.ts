import { withTexts } from '../language/load.js';
import { type Message, msg, t } from '../language/text.js';
import type { ConnectorId, CreateConnector, Site } from './connector.types.js';
import { hasLocalWallet } from './local/local-key.js';
import { paytacaProvider } from './paytaca/provider.js';
import { isTestChain } from './use-site.js';

/** What the page says of a connector before its code is loaded. */
export interface ConnectorOffer {
  readonly id: ConnectorId;
  readonly title: Message;
  /** Which wallets it reaches, and how. */
  readonly about: Message;
  /** What these wallets cannot do, or do otherwise than expected. */
  readonly limits?: Message;
  /** The button's words. */
  readonly action: () => string;
  /** Whether this site has it at all. */
  readonly isFor?: (site: Site) => boolean;
  /** Whether it is in this browser already, so that it is offered first. */
  readonly isHere?: () => boolean;
  /** What is missing before it can be used; undefined where nothing is. */
  readonly missing: (site: Site) => string | undefined;
  /** With all texts: what a wallet signs is described in the page's language. */
  readonly load: () => Promise<{ readonly createConnector: CreateConnector }>;
}

/** The connectors; those that are in this browser are offered first, and those that lack something last. */
export const CONNECTORS: readonly ConnectorOffer[] = [
  {
    id: 'local',
    title: msg('Wallet in this page'),
    about: msg(
      'Its key is stored in this browser, readable for every script of this site. It is for test chains: never keep anything of value in it.',
    ),
    action: () => (hasLocalWallet() ? t('Use the wallet of this page') : t('Make a wallet in this page')),
    // Any script on the page can read its key.
    isFor: isTestChain,
    isHere: hasLocalWallet,
    missing: () => undefined,
    load: withTexts(() => import('./local/connector.js')),
  },
  {
    id: 'walletconnect',
    title: msg('WalletConnect'),
    about: msg('Cashonize, Paytaca, OPTN, Zapit and other wallets of Bitcoin Cash. Scan a code with your phone.'),
    action: () => t('Connect by WalletConnect'),
    missing: ({ settings }) =>
      settings.walletConnectProjectId === null
        ? t('This site has no WalletConnect project set up. Its operator can name one in config.json.')
        : undefined,
    load: withTexts(() => import('./wallet-connect/connector.js')),
  },
  {
    id: 'wizardconnect',
    title: msg('WizardConnect'),
    about: msg('Cashonize, Paytaca and OPTN, with all addresses of the wallet. Scan a code with your phone.'),
    limits: msg(
      'It cannot sign messages. To prove your address, it signs a transaction that can never be sent. It cannot close airdrops that you create with it.',
    ),
    action: () => t('Connect by WizardConnect'),
    missing: ({ settings }) =>
      settings.wizardConnectRelayUrl === null
        ? t('This site has no relay for WizardConnect set up. Its operator can name one in config.json.')
        : undefined,
    load: withTexts(() => import('./wizard-connect/connector.js')),
  },
  {
    id: 'paytaca',
    title: msg('Paytaca in this browser'),
    about: msg('The extension of Paytaca. It asks in a window of its own.'),
    limits: msg('It signs with one address, the one that you connect.'),
    action: () => t('Connect Paytaca'),
    isHere: () => paytacaProvider() !== undefined,
    missing: () =>
      paytacaProvider() === undefined
        ? t('This browser does not have the extension, or it is off for this site.')
        : undefined,
    load: withTexts(() => import('./paytaca/connector.js')),
  },
];

/** Returns the connectors of a site in the order in which the page offers them. */
export const offersOf = (site: Site): readonly ConnectorOffer[] => {
  const rankOf = ({ isHere, missing }: ConnectorOffer): number =>
    missing(site) !== undefined ? 2 : isHere?.() === true ? 0 : 1;
  return CONNECTORS.filter(({ isFor }) => isFor?.(site) !== false).toSorted(
    (one, other) => rankOf(one) - rankOf(other),
  );
};
