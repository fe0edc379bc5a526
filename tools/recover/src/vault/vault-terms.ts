import { hash160, hexToBin } from '@bitauth/libauth';
import {
  createVaultContract,
  parseAddress,
  type Network,
  type PublicKeyHash,
  type VaultContract,
} from '@weir/covenants';
import { usage } from '../recover-error.js';

/** What the owners of a vault have to keep: nothing on the chain reveals it. */
export interface VaultTerms {
  /** Addresses or public keys (hex) of the three signers, in any order. */
  readonly signers: readonly string[];
  /** 16 bytes as hex, or the vault's id, which begins with them. */
  readonly nonce: string;
}

const PUBLIC_KEY = /^0[23][0-9a-f]{64}$/i;
const NONCE = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/i;
const NONCE_DIGITS = 32;

/** All orders of three signers. The one a vault was made with is part of its address. */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/**
 * Returns the key hash of a signer.
 * @throws RecoverError USAGE
 */
export const parseSigner = (text: string, network: Network): PublicKeyHash => {
  if (PUBLIC_KEY.test(text)) return hash160(hexToBin(text));
  const parsed = parseAddress(text, network);
  if (parsed.ok) return parsed.hash;
  throw usage(
    parsed.problem === 'WRONG_NETWORK'
      ? `${text} is an address of another network: see --network`
      : `${text} is neither an address nor a compressed public key`,
  );
};

/**
 * Returns the vaults that three signers and a nonce may have made: one for each order of the signers, the given order
 * first.
 *
 * @throws RecoverError USAGE
 */
export const possibleVaults = ({ signers, nonce }: VaultTerms, network: Network): VaultContract[] => {
  const [first, second, third, ...more] = signers.map((signer) => parseSigner(signer, network));
  if (first === undefined || second === undefined || third === undefined || more.length > 0)
    throw usage('A vault has three signers: give --signer three times');
  if (!NONCE.test(nonce)) throw usage("--nonce is the vault's nonce (32 hex digits), or its vaultId (64)");
  const hashes = [first, second, third] as const;
  try {
    return ORDERS.map(([a, b, c]) =>
      createVaultContract(
        { signers: [hashes[a], hashes[b], hashes[c]], nonce: hexToBin(nonce.slice(0, NONCE_DIGITS)) },
        network,
      ),
    );
  } catch (error) {
    if (error instanceof RangeError) throw usage('The three signers must be different');
    throw error;
  }
};
