import type { Output } from '@bitauth/libauth';
import { littleEndian, named32 } from '../../support/bytes.js';
import { coinNamed } from '../../support/coins.js';
import type { Coin } from '../../support/transaction.js';
import type { Vault } from './vault.js';

type Token = NonNullable<Output['token']>;

/** The 6 bytes of a state that has been spent so many times. */
export const commitmentOf = (spends: number): Uint8Array => Uint8Array.of(1, 0, ...littleEndian(BigInt(spends), 4));

export const stateToken = ({ category }: Vault, spends: number): Token => ({
  category,
  amount: 0n,
  nft: { capability: 'mutable', commitment: commitmentOf(spends) },
});

export const stateOutput = (vault: Vault, spends: number, valueSatoshis: bigint): Output => ({
  lockingBytecode: vault.lockingBytecode,
  valueSatoshis,
  token: stateToken(vault, spends),
});

/** The state of a vault after so many spends. */
export const stateCoin = (vault: Vault, spends: number, valueSatoshis = 1_000_000n): Coin =>
  coinNamed(`state ${spends}`, stateOutput(vault, spends, valueSatoshis));

/** Money that anybody sent to the address. */
export const deposit = ({ lockingBytecode }: Vault, label: string, valueSatoshis = 50_000n): Coin =>
  coinNamed(`deposit ${label}`, { lockingBytecode, valueSatoshis });

/** A coin with a token at the address. */
export const tokenCoin = (
  { lockingBytecode }: Vault,
  label: string,
  token: Omit<Token, 'category'>,
  valueSatoshis = 1_000n,
): Coin =>
  coinNamed(label, { lockingBytecode, valueSatoshis, token: { category: named32(`category of ${label}`), ...token } });

const nft = (
  capability: 'none' | 'mutable' | 'minting',
  ...commitment: readonly number[]
): Omit<Token, 'category'> => ({
  amount: 0n,
  nft: { capability, commitment: Uint8Array.from(commitment) },
});

/** Tokens that are no state, those that look most like one among them. */
export const strays = (vault: Vault): readonly Coin[] => [
  tokenCoin(vault, 'fungible tokens', { amount: 9_223_372_036_854_775_807n }),
  tokenCoin(vault, 'an NFT without commitment', nft('none')),
  tokenCoin(vault, 'an immutable NFT with the commitment of a state', nft('none', 1, 0, 7, 0, 0, 0)),
  tokenCoin(vault, 'a minting NFT with the commitment of a state', nft('minting', 1, 0, 7, 0, 0, 0)),
  tokenCoin(vault, 'a mutable NFT of another version', nft('mutable', 2, 0, 7, 0, 0, 0)),
  tokenCoin(vault, 'a mutable NFT of another status', nft('mutable', 1, 1, 7, 0, 0, 0)),
  tokenCoin(vault, 'a mutable NFT with 5 bytes', nft('mutable', 1, 0, 7, 0, 0)),
  tokenCoin(vault, 'a mutable NFT with 7 bytes', nft('mutable', 1, 0, 7, 0, 0, 0, 0)),
  tokenCoin(vault, 'a mutable NFT with 40 bytes and tokens', {
    ...nft('mutable', ...new Array<number>(40).fill(1)),
    amount: 12n,
  }),
];
