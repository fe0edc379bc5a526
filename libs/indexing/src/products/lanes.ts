import type { ClockCoin, CompanionCoin, Outpoint } from '@weir/covenants';
import type { StoredLane, StoredState } from '@weir/infra';

/** A state output with what belongs to it, as covenants' readers have it. */
export interface Lane {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** Hex. */
  readonly commitment: string;
  readonly companion?: CompanionCoin | undefined;
  readonly clock?: ClockCoin | undefined;
}

/** A lane as the tables keep it. */
export const toStoredLane = ({ outpoint, satoshis, commitment, companion, clock }: Lane): StoredLane => ({
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
});

/** A stored lane as covenants' readers have it. An NFT hung on a companion is immutable: they carry no other. */
export const toLane = ({ txid, vout, satoshis, commitment, companion, clock }: StoredLane): Lane => ({
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
});

/** The lane of a contract that has one. */
export const onlyLane = ({ lanes: [lane] }: StoredState): Lane => {
  if (lane === undefined) throw new Error('A stored state has no lane');
  return toLane(lane);
};
