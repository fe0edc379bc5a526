import { WeirError } from '../shared/error.js';
import type { WcTransaction } from '../shared/schemas.js';
import { walletError } from '../shared/wallet-error.js';
import type { SignedTransaction, Wallet } from '../wallet.js';

const HEX = /^(?:[0-9a-f]{2})+$/i;

/**
 * Has a wallet sign a transaction.
 *
 * @throws WeirError WALLET_REFUSED, WALLET_FAILED or WALLET_ANSWER_UNUSABLE; or the signal's reason
 */
export const sign = async (
  wallet: Wallet,
  request: WcTransaction,
  { broadcast, signal }: { readonly broadcast: boolean; readonly signal?: AbortSignal | undefined },
): Promise<SignedTransaction> => {
  signal?.throwIfAborted();
  let signed: SignedTransaction;
  try {
    signed = await wallet.signTransaction({ ...request, broadcast });
  } catch (cause) {
    throw walletError(cause, `sign "${request.userPrompt}"`);
  }
  // The user may have taken minutes, and have closed the window meanwhile.
  signal?.throwIfAborted();
  if (!HEX.test(signed.signedTransaction))
    throw new WeirError('WALLET_ANSWER_UNUSABLE', 'The wallet answered without a signed transaction');
  return signed;
};
