import {
  binToHex,
  CashAddressType,
  decodeHdPublicKey,
  deriveHdPublicNodeChild,
  encodeCashAddress,
  encodeLockingBytecodeP2pkh,
  hash160,
  type CashAddressNetworkPrefix,
} from '@bitauth/libauth';
import { isSameAddress, type WcTransaction } from '@weir/client';
import type { InputPath, PathXpub } from './messages.js';

/** A key of a wallet. */
export interface HdKey {
  readonly path: string;
  readonly index: number;
  readonly address: string;
  /** Compressed, hex. */
  readonly publicKey: string;
  /** Hex. */
  readonly publicKeyHash: string;
  /** Of its address, hex. */
  readonly lockingBytecode: string;
}

/** Where wallets have coins that they receive. Others name further paths, for purposes of their own. */
const PATHS = ['receive', 'change'];
/** Keys of each path: wallets find coins again as far as this beyond the last used one (BIP44's gap limit). */
const KEYS = 20;

const keysOf = ({ name, xpub }: PathXpub, prefix: `${CashAddressNetworkPrefix}`): readonly HdKey[] => {
  const decoded = decodeHdPublicKey(xpub);
  if (typeof decoded === 'string') throw new Error(`Its keys of the path ${name} cannot be read: ${decoded}`);
  return Array.from({ length: KEYS }, (_, index) => {
    const { publicKey } = deriveHdPublicNodeChild(decoded.node, index);
    const payload = hash160(publicKey);
    return {
      path: name,
      index,
      address: encodeCashAddress({ payload, prefix, type: CashAddressType.p2pkh }).address,
      publicKey: binToHex(publicKey),
      publicKeyHash: binToHex(payload),
      lockingBytecode: binToHex(encodeLockingBytecodeP2pkh(payload)),
    };
  });
};

/**
 * Derives a wallet's first keys: those that receive, then those for change.
 *
 * @throws Error where an xpub is none
 */
export const deriveKeys = (paths: readonly PathXpub[], prefix: `${CashAddressNetworkPrefix}`): readonly HdKey[] =>
  PATHS.flatMap((name) => paths.filter((path) => path.name === name).flatMap((path) => keysOf(path, prefix)));

/** A push of as many zeros as a signature, which the wallet replaces. */
const SIGNATURE_PLACEHOLDER = `41${'00'.repeat(65)}`;

const hexOf = (value: unknown): string => /^<Uint8Array: 0x([0-9a-f]*)>$/.exec(String(value))?.[1] ?? String(value);

/**
 * Returns by which of its keys a wallet signs which input: its coins by the key of their address, a contract's by the key of the
 * signer that the request names, else by one that the contract names, else by the first.
 */
export const inputPathsOf = (
  { sourceOutputs }: WcTransaction,
  keys: readonly HdKey[],
  signer?: string,
): readonly InputPath[] =>
  sourceOutputs.flatMap((source, input): InputPath[] => {
    const locking = hexOf(source['lockingBytecode']);
    const unlocking = hexOf(source['unlockingBytecode']);
    const text = JSON.stringify(source);
    const key = unlocking.includes(SIGNATURE_PLACEHOLDER)
      ? (keys.find(({ address }) => signer !== undefined && isSameAddress(address, signer)) ??
        keys.find(({ publicKey, publicKeyHash }) => text.includes(publicKeyHash) || text.includes(publicKey)) ??
        keys[0])
      : keys.find(({ lockingBytecode }) => unlocking === '' && lockingBytecode === locking);
    return key === undefined ? [] : [[input, key.path, key.index]];
  });
