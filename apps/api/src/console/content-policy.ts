import type { ConsoleConfig } from '../config/config.js';

/** Where wallets on phones and pages meet. */
const RELAY = 'wss://relay.walletconnect.org';

/**
 * What the page may load and whom it may ask: its own files and its own API, nothing inline, nothing evaluated. The relay of
 * WalletConnect where it is offered; the dev kit, and the compiled cryptography of the wallet in the page, on test chains alone.
 */
export const contentPolicyOf = (
  { devKitUrl, walletConnectProjectId }: Pick<ConsoleConfig, 'devKitUrl' | 'walletConnectProjectId'>,
  isTestChain: boolean,
): string => {
  const asked = [
    "'self'",
    ...(devKitUrl === undefined ? [] : [new URL(devKitUrl).origin]),
    ...(walletConnectProjectId === undefined ? [] : [RELAY]),
  ];
  return [
    "default-src 'none'",
    `script-src 'self'${isTestChain ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    `connect-src ${asked.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';');
};
