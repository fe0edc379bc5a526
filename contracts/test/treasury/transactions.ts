import type { Output } from '@bitauth/libauth';
import type { HonestSpend, Places } from '../support/attack-suite.js';
import { replaced } from '../support/bytes.js';
import { FUNDED } from '../support/coins.js';
import type { Party } from '../support/parties.js';
import {
  type ChainPoint,
  type Coin,
  complete,
  type Draft,
  type DraftInput,
  seal,
  type Sealed,
  SEQUENCE_PLAIN,
} from '../support/transaction.js';
import type { Argument, SignatureBy, Unlocking } from '../support/unlocking.js';

export type Token = NonNullable<Output['token']>;

export const inputOf = (coin: Coin, unlocking: Unlocking, sequence = SEQUENCE_PLAIN): DraftInput => ({
  coin,
  unlocking,
  sequence,
});

export const draftOf = (
  inputs: readonly DraftInput[],
  outputs: readonly Output[],
  more: Partial<Pick<Draft, 'version' | 'locktime'>> = {},
): Draft => ({ version: 2, locktime: 0, inputs, outputs, ...more });

export const output = (lockingBytecode: Uint8Array, valueSatoshis: bigint, token?: Token): Output => ({
  lockingBytecode,
  valueSatoshis,
  ...(token === undefined ? {} : { token }),
});

/** Satoshis of outputs. */
export const paidBy = (outputs: readonly Output[]): bigint =>
  outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);

/** Satoshis of inputs. */
export const heldBy = (inputs: readonly DraftInput[]): bigint => paidBy(inputs.map(({ coin }) => coin.output));

/** The tip so many blocks after a point, ten minutes each. */
export const tipAfter = (blocks: number, from: ChainPoint = FUNDED): ChainPoint => ({
  height: from.height + blocks,
  mtp: from.mtp + blocks * 600,
});

/** A draft with another output at an index. */
export const withOutput = (draft: Draft, index: number, change: (output: Output) => Output): Draft => ({
  ...draft,
  outputs: replaced(draft.outputs, index, change),
});

/** A draft with another input at an index. */
export const withInputAt = (draft: Draft, index: number, change: (input: DraftInput) => DraftInput): Draft => ({
  ...draft,
  inputs: replaced(draft.inputs, index, change),
});

/** A draft whose call at an input takes other arguments. */
export const withArgs = (
  draft: Draft,
  index: number,
  change: (args: readonly Argument[]) => readonly Argument[],
): Draft =>
  withInputAt(draft, index, (input) => {
    const { unlocking } = input;
    if (unlocking.kind !== 'call') throw new Error(`Input ${index} calls no contract`);
    return { ...input, unlocking: { ...unlocking, args: change(unlocking.args) } };
  });

/** Arguments of which one, a signature, is made in another way. */
export const resigned = (args: readonly Argument[], index: number, how: Partial<SignatureBy>): readonly Argument[] =>
  replaced(args, index, (argument) => {
    if (argument instanceof Uint8Array) throw new Error(`Argument ${index} is not a signature`);
    return { ...argument, ...how };
  });

export const withoutToken = ({ lockingBytecode, valueSatoshis }: Output): Output => ({
  lockingBytecode,
  valueSatoshis,
});

/** An output whose NFT has another commitment or capability. */
export const withNft = (
  { token, ...rest }: Output,
  commitment: Uint8Array,
  capability: 'none' | 'mutable' | 'minting' = 'mutable',
): Output => {
  if (token === undefined) throw new Error('An output without a token');
  return { ...rest, token: { ...token, nft: { capability, commitment } } };
};

/** What a draft becomes if somebody changes it after it was signed. */
export const afterSigning = (draft: Draft, change: (draft: Draft) => Draft): Sealed => {
  const other = change(draft);
  const signed = seal(draft).transaction.inputs;
  const { transaction } = seal(other);
  return complete(other, {
    ...transaction,
    inputs: transaction.inputs.map((input, index) => ({
      ...input,
      unlockingBytecode: signed[index]?.unlockingBytecode ?? input.unlockingBytecode,
    })),
  });
};

/** Types of signatures that leave something open, and one without FORKID. */
export const OPEN_TYPES = [0x01, 0x42, 0x43, 0x62, 0x63, 0xc1, 0xc3, 0xe1, 0xe3] as const;

/** Who tries an attack. */
export type Attacker =
  | 'two signers'
  | 'one signer'
  | 'ex-signer'
  | 'spender'
  | 'guardian'
  | 'outsider'
  | 'anybody'
  | 'miner';

/** A transaction that no block may hold: asked of consensus, so a miner may be part of it. */
export interface Row {
  readonly attacker: Attacker;
  /** Unique in its covenant. */
  readonly name: string;
  readonly tried: Draft | Sealed;
  readonly tip: ChainPoint;
  /** `lock`: the relative lock holds it back, and only until then. */
  readonly refusedBy: 'script' | 'lock';
}

/** Makes rows of one tip. */
export const rowsAt =
  (tip: ChainPoint) =>
  (attacker: Attacker, name: string, tried: Draft | Sealed, refusedBy: Row['refusedBy'] = 'script'): Row => ({
    attacker,
    name,
    tried,
    tip,
    refusedBy,
  });

/** A transaction that must pass, as the shared tables of attacks see it. */
export const spendOf = (
  name: string,
  draft: Draft,
  tip: ChainPoint,
  signer?: Party,
  places: Places = { payouts: [] },
): HonestSpend => ({
  name,
  draft,
  tip,
  places,
  signer,
  alsoKeyless: false,
  timed: false,
  stateless: false,
  slack: 0n,
  slackOutput: 0,
});
