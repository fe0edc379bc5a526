import { walletError, WeirError } from '../shared/error.js';
import type { Wallet } from '../wallet.js';

/**
 * Has a wallet sign a message.
 *
 * @param what purpose of the message, as in "signs in"
 * @throws WeirError WALLET_REQUIRED where it cannot sign messages, WALLET_REFUSED or WALLET_FAILED
 */
export const signMessage = async (wallet: Wallet, message: string, what: string): Promise<string> => {
  if (wallet.signMessage === undefined)
    throw new WeirError(
      'WALLET_REQUIRED',
      `This needs a signed message (it ${what}), which this wallet cannot make; use another wallet`,
    );
  try {
    return await wallet.signMessage(message);
  } catch (cause) {
    throw walletError(cause, `sign the message that ${what}`);
  }
};
