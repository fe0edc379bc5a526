import { decodeAirdropState, encodeAirdropState, laneUnits, type AirdropCoin } from '@weir/covenants';
import type { LaneState } from '@weir/infra';

type Companion = NonNullable<AirdropCoin['companion']>;

const CAPABILITIES = ['none', 'mutable', 'minting'] as const;

const nftOf = (text: string): Companion['nft'] => {
  const [named, commitment = ''] = text.split(':');
  return { capability: CAPABILITIES.find((known) => known === named) ?? 'none', commitment };
};

const companionOf = ({ companion }: LaneState): Pick<AirdropCoin, 'companion'> => {
  if (companion === null) return {};
  const { satoshis, amount, nft } = companion;
  return { companion: { satoshis, amount, ...(nft !== null && { nft: nftOf(nft) }) } };
};

/** Converts a stored lane's latest state to a coin that builders spend. */
export const toAirdropCoin = (state: LaneState, category: string): AirdropCoin => {
  const decoded = decodeAirdropState(state.commitment);
  if (decoded === undefined) throw new Error(`A stored commitment is none of an airdrop's lane: ${state.commitment}`);
  return {
    outpoint: { txid: state.txid, vout: state.vout },
    satoshis: state.satoshis,
    category,
    state: decoded,
    ...laneUnits(state.units),
    ...companionOf(state),
  };
};

/** Converts a lane's coin to its stored form. */
export const toLaneState = ({ outpoint, satoshis, state, units = 0n, companion }: AirdropCoin): LaneState => ({
  txid: outpoint.txid,
  vout: outpoint.vout,
  satoshis,
  commitment: encodeAirdropState(state),
  units,
  companion:
    companion === undefined
      ? null
      : {
          satoshis: companion.satoshis,
          amount: companion.amount,
          nft: companion.nft === undefined ? null : `${companion.nft.capability}:${companion.nft.commitment}`,
        },
});
