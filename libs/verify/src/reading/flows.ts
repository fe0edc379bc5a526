import { binToHex, type Output } from '@bitauth/libauth';
import { bytesKey } from '@weir/covenants';
import type { Effect } from '../effects.types.js';
import type { Draft } from '../request/signing-request.js';
import type { Explained } from './account.js';

/** Amounts by asset: satoshis without one, else base units. */
type Amounts = ReadonlyMap<string | undefined, bigint>;

/** What a transaction moves beside what its effects say, so that all of it adds up. */
export interface Flows {
  readonly fromContracts: Amounts;
  readonly notes: bigint;
  readonly minimum: bigint;
}

const withoutZeros = (amounts: Amounts): Amounts => new Map([...amounts].filter(([, amount]) => amount !== 0n));

/** Returns what is spent less what is paid, by asset; assets without a change are left out. */
export const lossOfAll = (spent: readonly Output[], outputs: readonly Output[]): Amounts => {
  const loss = new Map<string | undefined, bigint>();
  const add = (asset: string | undefined, amount: bigint) => loss.set(asset, (loss.get(asset) ?? 0n) + amount);
  const addAll = (of: readonly Output[], sign: bigint): void => {
    for (const { valueSatoshis, token } of of) {
      add(undefined, sign * valueSatoshis);
      if (token !== undefined) add(binToHex(token.category), sign * token.amount);
    }
  };
  addAll(spent, 1n);
  addAll(outputs, -1n);
  return withoutZeros(loss);
};

/** What a funding's effect says of satoshis: what is given in BCH, and what is kept for fees. */
const toldSatoshis = (effect: Effect): bigint => {
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
    case 'OPENS_CAMPAIGN':
      return effect.claimFees + (effect.asset === undefined ? effect.pool : 0n);
    default:
      return 0n;
  }
};

/** What was explained by what, and whose outputs are change. */
export interface FlowsOf {
  readonly draft: Draft;
  /** Explained by moves of contracts that stand. */
  readonly moved: Explained;
  /** Explained by these, and by fundings. */
  readonly opening: Explained;
  readonly effects: readonly Effect[];
  /** Categories of the tokens that the signer's addresses lose or gain. */
  readonly ownTokens: Iterable<string>;
  /** Locking bytecodes of the recipients of what is opened, as keys. */
  readonly recipients: ReadonlySet<string>;
  /** Whether an output is the signer's, or a vault's that they spend from. */
  readonly isSpenders: (output: Output) => boolean;
}

/** Reads what contracts pay out, and what the outputs of fundings hold beside what they are for. */
export const readFlows = (of: FlowsOf): Flows => {
  const { draft, moved, opening, effects, ownTokens, recipients, isSpenders } = of;
  const { spent, transaction } = draft;
  const contracts = lossOfAll(
    spent.filter((output, index) => moved.inputs.has(index) && !isSpenders(output)),
    transaction.outputs.filter((output, index) => moved.outputs.has(index) && !isSpenders(output)),
  );
  const assets = new Set<string | undefined>([undefined, ...ownTokens]);
  for (const effect of effects) if ('asset' in effect) assets.add(effect.asset);
  const opened = transaction.outputs.filter(
    (output, index) => opening.outputs.has(index) && !moved.outputs.has(index) && !isSpenders(output),
  );
  const sum = (outputs: readonly Output[]) => outputs.reduce((all, { valueSatoshis }) => all + valueSatoshis, 0n);
  const notes = sum(opened.filter(({ lockingBytecode }) => recipients.has(bytesKey(lockingBytecode))));
  const told = effects.reduce((all, effect) => all + toldSatoshis(effect), 0n);
  return {
    fromContracts: new Map([...contracts].filter(([asset]) => assets.has(asset))),
    notes,
    minimum: sum(opened) - notes - told,
  };
};
