import { binToHex } from '@bitauth/libauth';
import { type isPlanStray, type Network, partyAddress } from '@weir/covenants';
import { Difference } from '../difference.js';
import type { SweepsPlan } from '../effects.types.js';
import type { SpentOutput } from '../request/signing-request.js';
import type { Ledger } from './ledger.js';

/** A coin as contracts judge whether it is a stray. */
type Stray = Parameters<typeof isPlanStray>[1];

/** A contract whose sender may sweep what was sent to its address by mistake. */
export interface SweptContract {
  readonly network: Network;
  readonly lockingBytecode: Uint8Array;
  readonly terms: { readonly sender: Uint8Array };
}

const strayOf = ({ outpoint, valueSatoshis: satoshis, token }: SpentOutput): Stray => ({
  ...outpoint,
  satoshis,
  ...(token !== undefined && {
    token: {
      ...token,
      category: binToHex(token.category),
      nft: token.nft && { ...token.nft, commitment: binToHex(token.nft.commitment) },
    },
  }),
});

/**
 * Posts an input that sweeps a stray for its sender, who must pay for the transaction.
 *
 * @throws Difference UNEXPECTED_INPUT for any other coin, or another sender
 */
export const postStray = (
  ledger: Ledger,
  input: number,
  output: SpentOutput,
  { terms, isStray }: SweptContract & { readonly isStray: (coin: Stray) => boolean },
): void => {
  if (!isStray(strayOf(output)))
    throw new Difference('UNEXPECTED_INPUT', `Input ${input} spends an unsound stream or payment`);
  if (!ledger.isPayers({ lockingBytecode: terms.sender }))
    throw new Difference('UNEXPECTED_INPUT', `Input ${input} sweeps a coin for a sender who is not you`);
  ledger.input(input, ledger.allOf(output, 'CONTRACT', 'HELD'));
};

/** Returns the sweep of so many coins. */
export const sweepOf = ({ network, lockingBytecode, terms }: SweptContract, coins: number): SweepsPlan => ({
  kind: 'SWEEPS_PLAN',
  plan: partyAddress(lockingBytecode, network) ?? '',
  sender: partyAddress(terms.sender, network) ?? '',
  coins,
});
