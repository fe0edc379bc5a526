import { MAX_ADDRESSES } from '@weir/kinds';
import { isSameAddress } from '../shared/address.js';
import type { Wallet } from '../wallet.js';
import { askPatiently, type Api } from './ask.js';
import type { CheckSignIn, Session } from './session.js';
import { signSignIn } from './sign-in-transaction.js';
import { signMessage } from './sign-message.js';

/**
 * Proves an address by its wallet's signature.
 *
 * @throws WeirError WALLET_REQUIRED, WALLET_REFUSED or WALLET_FAILED; or the signal's reason
 */
export const prove = async (
  api: Api,
  check: CheckSignIn,
  wallet: Wallet,
  address: string,
  signal?: AbortSignal,
): Promise<Session> => {
  const sent = { headers: {}, ...(signal !== undefined && { signal }) };
  const others = (await wallet.getAddresses()).filter((each) => !isSameAddress(each, address));
  const byTransaction = wallet.signMessage === undefined || others.length > 0;
  const addresses = byTransaction ? others.slice(0, MAX_ADDRESSES - 1) : [];
  const asked = { address, ...(addresses.length > 0 && { addresses }) };
  const nonce = await askPatiently((init) => api.POST('/api/auth/nonce', { ...init, body: asked }), sent, true);
  const { nonceId, message } = nonce;
  await check(address, message);
  const proven = [address, ...addresses];
  const proof = byTransaction
    ? { transaction: await signSignIn(wallet, nonce, proven) }
    : { signature: await signMessage(wallet, message, 'signs in') };
  const body = { address, nonceId, ...proof };
  const { bearer, expiresAt } = await askPatiently(
    (init) => api.POST('/api/auth/verify', { ...init, body }),
    sent,
    false,
  );
  return { bearer, expiresAt, addresses: proven };
};
