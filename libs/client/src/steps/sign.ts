import type { Connection } from '../connection/connection.js';
import type { WcTransaction } from '../shared/amounts.js';
import { walletError, WeirError } from '../shared/error.js';
import type { Checked } from '../signing/checks.js';
import { loadChecks } from '../signing/load-checks.js';
import type { Purpose } from '../signing/scene.js';
import { noteSigned } from '../signing/signed-proposals.js';
import type { VerbOptions } from '../types/verbs.types.js';
import type { SignedTransaction, Wallet } from '../wallet.js';

const HEX = /^(?:[0-9a-f]{2})+$/i;

/** What a wallet is to sign, and why. */
export interface ToSign {
  readonly wallet: Wallet;
  readonly purpose: Purpose;
  readonly request: WcTransaction;
  /** The answer that the request is of. */
  readonly built: unknown;
  readonly isPreparation?: boolean;
  /** What was signed for the same purpose before, hex. */
  readonly earlier?: readonly string[];
}

/**
 * Checks a transaction against what the caller asked for, and has it read.
 *
 * @throws WeirError UNEXPECTED_TRANSACTION, REVIEW_REQUIRED or REVIEW_DECLINED
 */
export const check = async (
  connection: Connection,
  { purpose, request, built, ...toSign }: ToSign,
  onReview?: VerbOptions['onReview'],
): Promise<Checked> => {
  const { checkRequest } = await loadChecks();
  return checkRequest(connection, purpose, request, built, { ...toSign, onReview });
};

/**
 * Checks a transaction against what the caller asked for, has it read, and has a wallet sign it.
 *
 * @throws WeirError UNEXPECTED_TRANSACTION, REVIEW_REQUIRED, REVIEW_DECLINED, WALLET_REFUSED, WALLET_FAILED or
 *   WALLET_ANSWER_UNUSABLE; or the signal's reason
 */
export const sign = async (
  connection: Connection,
  { broadcast, ...toSign }: ToSign & { readonly broadcast: boolean },
  { signal, onReview = connection.onReview }: VerbOptions,
): Promise<SignedTransaction> => {
  const checked = await check(connection, toSign, onReview);
  signal?.throwIfAborted();
  let signed: SignedTransaction;
  try {
    signed = await toSign.wallet.signTransaction({ ...checked.request, broadcast }, checked.signer);
  } catch (cause) {
    throw walletError(cause, `sign "${checked.request.userPrompt}"`);
  }
  // The user may have taken minutes, and have closed the window meanwhile.
  signal?.throwIfAborted();
  if (!HEX.test(signed.signedTransaction))
    throw new WeirError('WALLET_ANSWER_UNUSABLE', 'The wallet answered without a signed transaction');
  checked.assertSigned(signed.signedTransaction);
  // A coin that the wallet makes for itself does nothing of what is asked for.
  if (toSign.isPreparation !== true) noteSigned(connection, toSign.purpose, signed.signedTransaction);
  return signed;
};
