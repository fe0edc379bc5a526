import { hash160, sha256, type Output } from '@bitauth/libauth';
import { purseBchArtifact, purseTokenArtifact } from '../../src/index.js';
import { littleEndian, named32 } from '../support/bytes.js';
import { coinNamed, FUNDED } from '../support/coins.js';
import { lockOf, scriptOf } from '../support/contract.js';
import type { Party } from '../support/parties.js';
import type { ChainPoint, Coin, Draft, DraftInput } from '../support/transaction.js';
import type { Argument, Unlocking } from '../support/unlocking.js';
import { createVault, signatureOf, SIGNERS, signedBy, stateCoin } from '../vault/support/vault.js';
import { landlord, printer, shop, spender } from './parties.js';
import { draftOf, heldBy, inputOf, output, type Token } from './transactions.js';

export const ASSETS = ['BCH', 'FUNGIBLE_TOKEN'] as const;
export type PurseAsset = (typeof ASSETS)[number];

export const TOKEN = named32('category: the token of a purse');
export const OTHER_TOKEN = named32('category: another token');

/** What a purse is compiled with, but for what is left. */
export interface PurseTerms {
  readonly asset: PurseAsset;
  /** Whole locking bytecode. */
  readonly owner: Uint8Array;
  readonly signers: readonly [Party, Party, Party];
  readonly spender: Party;
  /** Locking bytecodes; none: anybody. */
  readonly payees: readonly Uint8Array[];
  /** Satoshis, or base units of the token. */
  readonly limit: bigint;
  /** Blocks. */
  readonly period: bigint;
}

export interface Purse {
  readonly terms: PurseTerms;
  readonly left: bigint;
  readonly script: Uint8Array;
  readonly lockingBytecode: Uint8Array;
}

/** The list as the covenant takes it. */
export const listOf = (payees: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(payees.flatMap((payee) => [...hash160(payee)]));

const ARTIFACTS = { BCH: purseBchArtifact, FUNGIBLE_TOKEN: purseTokenArtifact } as const;
const scripts = new WeakMap<PurseTerms, Uint8Array>();

const emptyScript = (terms: PurseTerms): Uint8Array => {
  const { asset, owner, signers, payees, limit, period } = terms;
  const known = scripts.get(terms);
  if (known !== undefined) return known;
  const script = scriptOf(ARTIFACTS[asset], [
    owner,
    ...signers.map(({ hash }) => hash),
    terms.spender.hash,
    sha256.hash(listOf(payees)),
    ...(asset === 'BCH' ? [] : [Uint8Array.from(TOKEN).reverse()]),
    limit,
    period,
    littleEndian(0n, 8),
  ]);
  scripts.set(terms, script);
  return script;
};

/** A purse from which `left` may leave at once. @throws RangeError where no purse has so little left */
export const createPurse = (terms: PurseTerms, left = terms.limit): Purse => {
  if (left < 0n) throw new RangeError(`A purse with ${left} left`);
  const script = Uint8Array.of(
    ...emptyScript(terms).subarray(0, 1),
    ...littleEndian(left, 8),
    ...emptyScript(terms).subarray(9),
  );
  return { terms, left, script, lockingBytecode: lockOf(script) };
};

/** The treasury that owns the purses of the tests. */
export const vault = createVault('owner of purses');

/** A limit a week, for three payees. */
export const termsOf = (asset: PurseAsset): PurseTerms => ({
  asset,
  owner: vault.lockingBytecode,
  signers: SIGNERS,
  spender,
  payees: [shop, landlord, printer].map(({ lockingBytecode }) => lockingBytecode),
  limit: asset === 'BCH' ? 100_000_000n : 5_000n,
  period: 1_008n,
});

/** Satoshis beside the tokens of a purse, where nothing else is said. */
export const RESERVE = 50_000n;

export const purseOutput = (
  { terms, lockingBytecode }: Pick<Purse, 'terms' | 'lockingBytecode'>,
  units: bigint,
  reserve = RESERVE,
): Output =>
  terms.asset === 'BCH'
    ? output(lockingBytecode, units)
    : output(lockingBytecode, reserve, units === 0n ? undefined : tokens(units));

export const tokens = (amount: bigint, category = TOKEN): Token => ({ category, amount });

export const purseCoin = (purse: Purse, units: bigint, reserve = RESERVE, mined: ChainPoint = FUNDED): Coin =>
  coinNamed(`a purse of ${units}`, purseOutput(purse, units, reserve), { mined });

export const unitsOf = (asset: PurseAsset, { valueSatoshis, token }: Output): bigint =>
  asset === 'BCH' ? valueSatoshis : (token?.amount ?? 0n);

/** What may leave a coin of an age in blocks. */
export const availableAt = ({ terms: { limit, period }, left }: Purse, age: number): bigint => {
  const refilled = left + (limit * BigInt(age)) / period;
  return refilled < limit ? refilled : limit;
};

/** What a move counts as. */
export const chargeOf = ({ limit }: PurseTerms, spent: bigint): bigint => (spent > limit / 64n ? spent : limit / 64n);

export const FUNCTIONS = ['pay', 'home', 'manage'] as const;

export const callPurse = (
  { script }: Purse,
  name: (typeof FUNCTIONS)[number],
  args: readonly Argument[] = [],
  successors: readonly Purse[] = [],
): Unlocking & { readonly kind: 'call' } => ({
  kind: 'call',
  script,
  selector: BigInt(FUNCTIONS.indexOf(name)),
  args,
  successors: successors.map((each) => each.script),
});

/** A place in the list, as the covenant takes it. */
export const placeOf = (place: number): Uint8Array => (place === 0 ? new Uint8Array() : Uint8Array.of(place));

export interface Payment {
  readonly purse: Purse;
  readonly coin: Coin;
  /** Units that leave: in BCH the payee gets them less the fee. */
  readonly spent: bigint;
  readonly age?: number;
  readonly to?: Uint8Array;
  readonly place?: number;
  readonly signer?: Party;
  /** What the next purse has left, where it is not what the rules say. */
  readonly rest?: bigint;
  readonly fee?: bigint;
}

/** Satoshis of a payment of tokens. */
export const PAYOUT = 1_000n;

/** @throws RangeError where the next purse would have less than nothing left */
export const draftPay = (payment: Payment): Draft => {
  const { purse, coin, spent, age = 0, to = shop.lockingBytecode, place = 0, signer = spender, fee = 900n } = payment;
  const { terms } = purse;
  const { rest = availableAt(purse, age) - chargeOf(terms, spent) } = payment;
  const next = createPurse(terms, rest);
  const kept = unitsOf(terms.asset, coin.output) - spent;
  const args = [...signatureOf(signer), listOf(terms.payees), placeOf(place)];
  const outputs =
    terms.asset === 'BCH'
      ? [purseOutput(next, kept), output(to, spent - fee)]
      : [
          purseOutput(next, kept, coin.output.valueSatoshis - PAYOUT - fee),
          output(to, PAYOUT, spent === 0n ? undefined : tokens(spent)),
        ];
  return draftOf([inputOf(coin, callPurse(purse, 'pay', args, [next]), age)], outputs);
};

export const draftHome = (purse: Purse, coin: Coin, signer: Party, fee = 1_000n): Draft =>
  draftOf(
    [inputOf(coin, callPurse(purse, 'home', signatureOf(signer)))],
    [
      {
        ...coin.output,
        lockingBytecode: purse.terms.owner,
        valueSatoshis: coin.output.valueSatoshis - fee,
      },
    ],
  );

/** The owner's state at input 0, by two of its signers. */
export const vaultInput = (pair: readonly [Party, Party] = [SIGNERS[0], SIGNERS[1]]): DraftInput =>
  inputOf(stateCoin(vault, 7, 90_000n), signedBy(vault, pair));

/** A purse managed behind another coin; `outputs` of all satoshis less a fee. */
export const draftManage = (
  purse: Purse,
  coin: Coin,
  lead: DraftInput,
  outputs: (satoshis: bigint) => readonly Output[],
): Draft => {
  const inputs = [lead, inputOf(coin, callPurse(purse, 'manage'))];
  return draftOf(inputs, outputs(heldBy(inputs) - 9_000n));
};
