import type { Effect } from '../effects.types.js';
import type { LedgerEntry } from '../reading/ledger.js';
import type { Reading } from '../reading/read-draft.js';

/** What a transaction costs beside what its effects say, so that all rows of a summary add up. */
interface Costs {
  /** Satoshis of the outputs that show the addresses of recipients. */
  readonly notes: bigint;
  /** Satoshis that the outputs of new contracts hold because no output may hold less. */
  readonly minimum: bigint;
  /** What contracts pay out beyond what they get, by asset: satoshis without one, else base units. Their part of the fee counts. */
  readonly fromContracts: ReadonlyMap<string | undefined, bigint>;
}

const sumOf = (entries: readonly LedgerEntry[]): bigint => entries.reduce((sum, { amount }) => sum + amount, 0n);

/** What the effect of a funding says of satoshis: what is given in BCH, and what is kept for fees. */
const statedSatoshis = (effect: Effect): bigint => {
  switch (effect.kind) {
    case 'OPENS_STREAMS':
      return effect.streams.reduce(
        (sum, { total, reserve }) => sum + reserve + (effect.asset === undefined ? total : 0n),
        0n,
      );
    case 'OPENS_LOCKS':
      return effect.locks.reduce(
        (sum, { total, reserve }) => sum + reserve + (effect.asset === undefined ? total : 0n),
        0n,
      );
    case 'OPENS_PURSES':
      return effect.purses.reduce(
        (sum, { amount, reserve }) => sum + reserve + (effect.asset === undefined ? amount : 0n),
        0n,
      );
    case 'OPENS_CURRENCY_PAYMENTS':
      return effect.payments.reduce((sum, { satoshis }) => sum + satoshis, 0n);
    case 'OPENS_ROSTER':
      return effect.satoshis;
    case 'OPENS_CAMPAIGN':
      return effect.claimFees + (effect.asset === undefined ? effect.pool : 0n);
    default:
      return 0n;
  }
};

const isOfContracts = ({ side, owner, reason }: LedgerEntry): boolean =>
  side === 'IN'
    ? owner === 'CONTRACT'
    : reason === 'HELD' || reason === 'RESERVE' || reason === 'PAYOUT' || reason === 'RETURN';

/** Adds up the entries of a ledger that are neither the payer's nor part of what an effect states. */
export const costsOf = ({ ledger, effects, lines }: Pick<Reading, 'ledger' | 'effects' | 'lines'>): Costs => {
  const others = ledger.filter(({ owner, nft }) => nft === undefined && owner !== 'SIGNER' && owner !== 'VAULT');
  const satoshis = others.filter(({ category }) => category === undefined);
  const opened = sumOf(satoshis.filter(({ reason }) => reason === 'OPENING'));
  const stated = effects.reduce((all, effect) => all + statedSatoshis(effect), 0n);
  const assets = new Set<string | undefined>([undefined, ...lines.map(({ category }) => category)]);
  for (const effect of effects) if ('asset' in effect) assets.add(effect.asset);
  const fromContracts = new Map<string | undefined, bigint>();
  for (const entry of others) {
    const { side, category, amount } = entry;
    if (!isOfContracts(entry) || !assets.has(category)) continue;
    fromContracts.set(category, (fromContracts.get(category) ?? 0n) + (side === 'IN' ? amount : -amount));
  }
  return {
    notes: sumOf(satoshis.filter(({ reason }) => reason === 'NOTE')),
    minimum: opened - stated,
    fromContracts: new Map([...fromContracts].filter(([, amount]) => amount !== 0n)),
  };
};
