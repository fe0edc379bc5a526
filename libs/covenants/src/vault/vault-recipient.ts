import { cashAddressToLockingBytecode, decodeCashAddress } from '@bitauth/libauth';
import { withPrefix } from '../chain/address.js';
import { addressPrefix, type Network } from '../chain/network.js';

/** A parsed address that a vault can pay to, or why the text is none. */
export type VaultRecipientResult =
  | {
      readonly ok: true;
      /** Locking bytecode that a spend pays to. */
      readonly lockingBytecode: Uint8Array;
      /** Whether the address tells that its wallet handles tokens. */
      readonly tokenAware: boolean;
    }
  | { readonly ok: false; readonly problem: 'MALFORMED' | 'WRONG_NETWORK' };

/**
 * Parses an address that a vault can pay to: of any kind (P2PKH, P2SH20, P2SH32), plain or token-aware, of the network;
 * a missing prefix is accepted.
 */
export const parseVaultRecipient = (text: string, network: Network): VaultRecipientResult => {
  const full = withPrefix(text);
  const decoded = decodeCashAddress(full);
  if (typeof decoded === 'string') return { ok: false, problem: 'MALFORMED' };
  if (decoded.prefix !== (addressPrefix(network) as string)) return { ok: false, problem: 'WRONG_NETWORK' };
  const locking = cashAddressToLockingBytecode(full);
  if (typeof locking === 'string') return { ok: false, problem: 'MALFORMED' };
  return { ok: true, lockingBytecode: locking.bytecode, tokenAware: locking.tokenSupport };
};
