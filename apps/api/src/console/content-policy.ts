import type { ConsoleConfig } from '../config/config.js';

/** WalletConnect's relay between wallets and pages. */
const RELAY = 'wss://relay.walletconnect.org';
/**
 * Vouches to wallets, in a frame without a picture, for the site that asks. Where it may not be loaded, the client waits five
 * seconds for it before each pairing and each signature.
 */
const VERIFIER = 'https://verify.walletconnect.org';

/**
 * Returns the Content-Security-Policy of the console: its own files and its own API, nothing inline, nothing evaluated.
 * Added as configured: WalletConnect's relay and verifier, the dev kit, and on test chains WebAssembly for the in-page wallet's
 * cryptography.
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
    ...(walletConnectProjectId === undefined ? [] : [`frame-src ${VERIFIER}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';');
};
