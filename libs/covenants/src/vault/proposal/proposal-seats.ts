import { binsAreEqual, binToHex } from '@bitauth/libauth';
import type { PublicKeyHash } from '../../chain/address.js';
import { decodeRosterState } from '../../roster/roster-state.js';
import { isRosterContract } from '../treasury.js';
import type { VaultProposal } from './vault-proposal.js';

/** A seat of a treasury: which of its three signers. */
export type Seat = 0 | 1 | 2;

/** The three seats. */
export const SEATS: readonly [Seat, Seat, Seat] = [0, 1, 2];

type Signed = Pick<VaultProposal, 'contract' | 'coins' | 'outputs'>;

/** Returns the signers in the NFT of a roster's output, or none. */
const signersIn = (token: VaultProposal['coins'][number]['token']): readonly PublicKeyHash[] =>
  token?.nft === undefined ? [] : (decodeRosterState(token.nft.commitment)?.signers ?? []);

/**
 * Returns who may sign a proposal, by their seats; undefined in the seat of a signer who leaves. Of a roster who signs stays: the
 * state that is spent and the one that follows say who that is.
 */
export const signersOf = ({ contract, coins, outputs }: Signed): readonly (PublicKeyHash | undefined)[] => {
  if (!isRosterContract(contract)) return contract.parameters.signers;
  const after = signersIn(outputs[0]?.token);
  return signersIn(coins[0]?.token).map((signer, seat) => {
    const next = after[seat];
    return next !== undefined && binToHex(next) === binToHex(signer) ? signer : undefined;
  });
};

/** Returns the seat of a signer who may sign a proposal; undefined for anybody else. */
export const seatOf = (proposal: Signed, signer: PublicKeyHash): Seat | undefined => {
  const signers = signersOf(proposal);
  return SEATS.find((seat) => {
    const hash = signers[seat];
    return hash !== undefined && binsAreEqual(hash, signer);
  });
};
