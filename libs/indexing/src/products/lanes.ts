import { binToHex, hexToBin } from '@bitauth/libauth';
import type { ClockCoin, CompanionCoin, Outpoint } from '@weir/covenants';
import type { StoredLane, StoredState } from '@weir/infra';

/** A state output with its companion and clock, in the types of the covenants library. */
export interface Lane {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** Hex. */
  readonly commitment: string;
  readonly companion?: CompanionCoin | undefined;
  readonly clock?: ClockCoin | undefined;
  readonly recipient?: Uint8Array | undefined;
  readonly movesTo?: Uint8Array | undefined;
}

/** Converts a lane to its stored form. */
export const toStoredLane = ({
  outpoint,
  satoshis,
  commitment,
  companion,
  clock,
  recipient,
  movesTo,
}: Lane): StoredLane => ({
  ...outpoint,
  satoshis: satoshis.toString(),
  commitment,
  companion:
    companion === undefined
      ? null
      : {
          satoshis: companion.satoshis.toString(),
          amount: companion.amount.toString(),
          nft: companion.nft?.commitment ?? null,
        },
  clock: clock === undefined ? null : { ...clock.outpoint, satoshis: clock.satoshis.toString() },
  ...(recipient !== undefined && { recipient: binToHex(recipient) }),
  ...(movesTo !== undefined && { movesTo: binToHex(movesTo) }),
});

/** Converts a stored lane to the types of the covenants library. A companion's NFT is always immutable. */
export const toLane = ({
  txid,
  vout,
  satoshis,
  commitment,
  companion,
  clock,
  recipient,
  movesTo,
}: StoredLane): Lane => ({
  outpoint: { txid, vout },
  satoshis: BigInt(satoshis),
  commitment,
  ...(companion !== null && {
    companion: {
      satoshis: BigInt(companion.satoshis),
      amount: BigInt(companion.amount),
      ...(companion.nft !== null && { nft: { capability: 'none', commitment: companion.nft } }),
    },
  }),
  ...(clock !== null && {
    clock: { outpoint: { txid: clock.txid, vout: clock.vout }, satoshis: BigInt(clock.satoshis) },
  }),
  ...(recipient !== undefined && { recipient: hexToBin(recipient) }),
  ...(movesTo !== undefined && { movesTo: hexToBin(movesTo) }),
});

/** Returns the lane of a contract that has exactly one. @throws Error when there is none */
export const onlyLane = ({ lanes: [lane] }: StoredState): Lane => {
  if (lane === undefined) throw new Error('A stored state has no lane');
  return toLane(lane);
};
