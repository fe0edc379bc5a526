import { WeirError } from './error.js';

/** Codes by which wallets tell that their user refused: EIP-1193, WalletConnect. */
const REFUSALS: ReadonlySet<unknown> = new Set([4001, 5000, 5001, 5002, 5003]);
/** Words of wallets that have no codes for it. */
const REFUSED = /reject|refus|den(?:y|ied)|declin|cancel|disapprov/i;

const textOf = (cause: unknown): string => {
  if (cause instanceof Error) return cause.message;
  if (typeof cause === 'string') return cause;
  // WalletConnect throws what came over the wire: plain objects.
  const { message } = Object(cause) as { readonly message?: unknown };
  return typeof message === 'string' ? message : '';
};

/**
 * Converts what a wallet threw: its user refused (WALLET_REFUSED), or it could not do it (WALLET_FAILED).
 *
 * @param what the wallet did not do, as in "sign the message"
 */
export const walletError = (cause: unknown, what: string): WeirError => {
  const text = textOf(cause);
  const { code } = Object(cause) as { readonly code?: unknown };
  const isRefusal = REFUSALS.has(code) || REFUSED.test(text);
  const todo = isRefusal ? 'its user said no' : 'check that it is open and connected, and do it again';
  return new WeirError(
    isRefusal ? 'WALLET_REFUSED' : 'WALLET_FAILED',
    `The wallet did not ${what}${text === '' ? '' : ` (${text})`}: ${todo}`,
    { cause },
  );
};
