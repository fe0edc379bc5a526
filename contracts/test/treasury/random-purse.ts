import type { Output } from '@bitauth/libauth';
import type { Chance } from '@weir/testing';
import { at } from '../support/bytes.js';
import { coinNamed, payTo, purse as keyInput } from '../support/coins.js';
import type { Party } from '../support/parties.js';
import { SEQUENCE_PLAIN, type Coin, type DraftInput } from '../support/transaction.js';
import type { Argument } from '../support/unlocking.js';
import { signatureOf, stateOutput } from '../vault/support/vault.js';
import { first, guardian, landlord, outsider, printer, second, shop, SIGNERS, spender, third } from './parties.js';
import {
  ASSETS,
  availableAt,
  callPurse,
  chargeOf,
  createPurse,
  listOf,
  placeOf,
  type Purse,
  purseOutput,
  type PurseTerms,
  TOKEN,
  tokens,
  unitsOf,
  vault,
  vaultInput,
} from './purse.js';
import type { Tried } from './random-roster.js';
import { draftOf, output, tipAfter, withNft } from './transactions.js';

const PARTIES = [first, second, third, spender, guardian, outsider];
const PAYEES = [shop, landlord, printer].map(({ lockingBytecode }) => lockingBytecode);
const LISTS = [PAYEES, [], PAYEES.slice(0, 1)];
const MAX_TOKENS = 9_223_372_036_854_775_807n;
const SUPPLY = 2_099_999_999_999_999n;
const LIMITS = {
  BCH: [100_000_000n, 1_000_000n, SUPPLY],
  FUNGIBLE_TOKEN: [6_400n, 63n, 1n, MAX_TOKENS, 1_000_003n],
} as const;

/** Terms of every kind; each is compiled once. */
const TERMS: readonly PurseTerms[] = ASSETS.flatMap((asset) =>
  LIMITS[asset].flatMap((limit) =>
    [1n, 7n, 1_008n, 65_535n].flatMap((period) =>
      LISTS.flatMap((payees) =>
        [spender, first].map((who) => ({
          asset,
          owner: vault.lockingBytecode,
          signers: SIGNERS,
          spender: who,
          payees,
          limit,
          period,
        })),
      ),
    ),
  ),
);

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** A random transaction with a purse of it. @throws RangeError where the next purse cannot exist */
export const randomPurse = (chance: Chance, known: Map<string, Purse>): Tried => {
  const terms = chance.of(TERMS);
  const { asset, limit } = terms;
  const isBch = asset === 'BCH';
  const below = (value: bigint): bigint => (value <= 0n ? 0n : chance.big(63) % value);
  const left = chance.of([limit, limit / 2n, 0n, below(limit)]);
  const purse = createPurse(terms, left);
  known.set(purse.lockingBytecode.toString(), purse);

  const age = chance.chance(0.9)
    ? chance.of([0, 0, 0, 1, 17, 99, 100, 65_535])
    : chance.of([0x0040_0000 + 5, 0x8000_0000 + 99, 0xffff_fffe]);
  const available = availableAt(purse, age > 65_535 ? 0 : age);
  const wanted = chance.of([limit, 2n * limit, available]) + (isBch ? 3_000n : 0n);
  const held = isBch ? least(wanted, SUPPLY) : least(wanted === 0n ? 1n : wanted, MAX_TOKENS);
  const clean = coinNamed('a purse', purseOutput(purse, held), { vout: chance.chance(0.2) ? 0 : 1 });
  const stray = {
    category: TOKEN,
    amount: clean.output.token?.amount ?? 3n,
    ...(chance.once(2) && {
      nft: { capability: chance.of(['none', 'mutable'] as const), commitment: Uint8Array.of(9) },
    }),
  };
  const coin: Coin = chance.chance(0.04) ? { ...clean, output: { ...clean.output, token: stray } } : clean;

  const signature = (party: Party): readonly Argument[] =>
    signatureOf(party, { sighash: chance.chance(0.03) ? chance.of([0x42, 0x63, 0xc1, 0x41]) : 0x61 });
  const version = chance.chance(0.04) ? { version: 1 } : {};
  const more = (probability: number): DraftInput[] => (chance.chance(probability) ? [keyInput(first, 9_000n)] : []);
  const kind = chance.of(['pay', 'pay', 'pay', 'pay', 'home', 'manage']);

  if (kind === 'home') {
    const to = chance.chance(0.9) ? vault : chance.of(PARTIES);
    const fee = chance.of([1_000n, 2_000n, 2_001n, 0n, 5_000n]);
    const { token, valueSatoshis } = coin.output;
    const changes: readonly (Output['token'] | undefined)[] = [
      undefined,
      token && { ...token, amount: token.amount - 1n },
      token?.nft && { ...token, nft: { ...token.nft, commitment: Uint8Array.of(8) } },
      token,
    ];
    const sent = output(to.lockingBytecode, valueSatoshis - fee, chance.chance(0.15) ? chance.of(changes) : token);
    const signer = chance.of([first, second, third, third, spender, outsider]);
    const sequence = chance.once(4) ? age : SEQUENCE_PLAIN;
    return {
      draft: draftOf(
        [{ coin, unlocking: callPurse(purse, 'home', signature(signer)), sequence }, ...more(0.1)],
        [sent, ...(chance.chance(0.2) && fee > 700n ? [payTo(first, 600n)] : [])],
        version,
      ),
      tip: tipAfter(70_000),
      kind: `${asset} home`,
    };
  }
  if (kind === 'manage') {
    const lead = chance.chance(0.75) ? vaultInput() : keyInput(chance.of(PARTIES), 90_000n);
    const call = chance.chance(0.9) ? callPurse(purse, 'manage') : callPurse(purse, 'home', signature(first));
    const managed = { coin, unlocking: call, sequence: SEQUENCE_PLAIN };
    const inputs = chance.chance(0.1) ? [managed, keyInput(first, 9_000n)] : [lead, managed];
    const hasState = at(inputs, 0) === lead && lead.coin.output.token !== undefined;
    return {
      draft: draftOf(
        inputs,
        [
          ...(hasState ? [stateOutput(vault, 8, 40_000n)] : []),
          { ...coin.output, lockingBytecode: chance.of(PARTIES).lockingBytecode },
        ],
        version,
      ),
      tip: tipAfter(1),
      kind: `${asset} manage`,
    };
  }

  const counted = limit / 64n;
  const most = least(available, held);
  const spent = chance.of([
    ...[most, most / 2n, counted, counted + 1n, isBch ? 1_500n : 1n],
    ...[most + 1n, below(most + 1n), limit, isBch ? 800n : 0n],
  ]);
  const charge = chance.chance(0.93) ? chargeOf(terms, spent) : chance.of([spent, spent - 1n, 0n]);
  const drift = chance.chance(0.83) ? 0n : chance.of([1n, -1n]);
  const rest = available - charge + drift;
  const others: readonly Partial<PurseTerms>[] = [
    { limit: limit + 1n },
    { period: 1n },
    { spender: second },
    { payees: [outsider.lockingBytecode] },
  ];
  const nextTerms = chance.chance(0.96) ? terms : { ...terms, ...chance.of(others) };
  // No purse has less than nothing left: one that is empty is tried in its place, half of the time.
  const next = createPurse(nextTerms, rest < 0n && chance.once(2) ? 0n : rest);
  const fee = chance.of([900n, 1_500n, 1_501n, 0n]);
  const place = chance.chance(0.9) ? chance.below(terms.payees.length || 4) : chance.below(4);
  const listed = terms.payees[place];
  const to = chance.chance(0.85) && listed !== undefined ? listed : chance.of([...PAYEES, outsider.lockingBytecode]);
  const reserve = chance.of([1_900n, 1_900n, 1_900n, 2_400n, 1_000n, 2_401n, 47_000n, 47_001n]);
  const kept = unitsOf(asset, coin.output) - spent;
  const made = tokens(5n, coin.txid);
  const paid = isBch
    ? output(to, spent < fee ? 0n : spent - fee)
    : output(
        to,
        1_000n,
        spent > 0n
          ? tokens(spent - (chance.chance(0.04) ? 1n : 0n), chance.chance(0.97) ? TOKEN : coin.txid)
          : undefined,
      );
  const goesOn = purseOutput(next, kept, coin.output.valueSatoshis - reserve);
  const strange = isBch
    ? { ...goesOn, token: made }
    : chance.once(2) && goesOn.token !== undefined
      ? { ...goesOn, token: { ...goesOn.token, category: coin.txid } }
      : goesOn.token === undefined
        ? goesOn
        : withNft(goesOn, Uint8Array.of(9), 'mutable');
  let outputs = [chance.chance(0.04) ? strange : goesOn, paid, ...(chance.chance(0.03) ? [payTo(first, 600n)] : [])];
  if (chance.chance(0.03)) outputs = outputs.toReversed();
  if (chance.chance(0.02)) outputs = outputs.slice(0, -1);
  const list = listOf(chance.chance(0.97) ? terms.payees : chance.of([[], [outsider.lockingBytecode]]));
  const args = [...signature(chance.chance(0.94) ? terms.spender : chance.of(PARTIES)), list, placeOf(place)];
  return {
    draft: draftOf(
      [{ coin, unlocking: callPurse(purse, 'pay', args, [next]), sequence: age }, ...more(0.03)],
      outputs,
      version,
    ),
    tip: tipAfter(chance.of([1, 18, 99, 100, 70_000])),
    kind: `${asset} pay`,
  };
};
