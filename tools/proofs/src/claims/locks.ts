import { execute, given, type Path } from '../execute/execute.js';
import { and, atMost, equal, implies, less, not, or } from '../terms/bool.js';
import { numberOf, same, whole } from '../terms/bytes.js';
import {
  add,
  choose,
  divide,
  field,
  int,
  larger,
  multiply,
  ONE,
  smaller,
  subtract,
  variable,
  ZERO,
} from '../terms/int.js';
import { rewriter } from '../terms/rewrite.js';
import type { Bool, Int } from '../terms/term.js';
import { artifactOf, type NamedArtifact } from './artifacts.js';
import type { ClaimGroup } from './claim.js';
import { onPath } from './on-paths.js';
import { mostOf, type Asset } from './plan-coin.js';
import { between, hasNoToken, input, isEmpty, output, type Place } from './reading.js';
import { completed, neverFallLemmas, steps as allSteps, vestedAmount, type Schedule } from './vesting-formula.js';

/** A lock that stays with its recipient, or one that can move. */
export interface LockForm {
  readonly names: Readonly<Record<Asset, NamedArtifact>>;
  /** What stays in BCH until the end. */
  readonly floor: number;
  /** What fees take. */
  readonly fees: Readonly<Record<Asset, { readonly pay: number; readonly end: number }>>;
  /** What a keyless payment in BCH is at least. */
  readonly keyless: number;
  /** What a payment takes of the reserve of tokens, and what stays there. */
  readonly reserve: number;
  /** The parameter of the recipient: bytes, or any string. */
  readonly recipient: number | undefined;
}

/** As in `libs/covenants/src/lock/lock-limits.ts`. */
const STAYS: LockForm = {
  names: { BCH: 'lock-bch', TOKEN: 'lock-token' },
  floor: 1_000,
  fees: { BCH: { pay: 420, end: 420 }, TOKEN: { pay: 500, end: 450 } },
  keyless: 26_880,
  reserve: 1_500,
  recipient: 20,
};
export const MOVES: LockForm = {
  names: { BCH: 'movable-lock-bch', TOKEN: 'movable-lock-token' },
  floor: 1_100,
  fees: { BCH: { pay: 470, end: 470 }, TOKEN: { pay: 570, end: 500 } },
  keyless: 30_080,
  reserve: 1_570,
  recipient: undefined,
};
const PAYOUT = int(1_000);
const inWords = (amount: number): string => amount.toLocaleString('en-US');

const [start, cliff, step, steps] = [variable('start'), variable('cliff'), variable('step'), variable('steps')];
const [total, vested] = [variable('total'), variable('vested')];
const time = field('locktime');
const end = add(start, multiply(step, steps));

/** What has vested as the scripts of both assets compute it, operation for operation. */
export const scriptVested = (of: Int): Int =>
  divide(multiply(of, smaller(divide(subtract(time, start), step), steps)), steps);

/** The schedule in the terms of `libs/vesting`, whose cliff is seconds from the start here. */
const schedule: Schedule = { total, start, end, step, cliff: subtract(cliff, start), time };

/** What the one check of terms demands (`findLockProblem`). */
const areSound = (asset: Asset): Bool =>
  and(
    ...[between(int(1), total, (1n << 63n) - 1n), atMost(total, mostOf(asset)), atMost(int(500_000_000), start)],
    ...[atMost(ONE, step), atMost(ONE, steps), atMost(start, cliff), atMost(cliff, end)],
    atMost(end, int(0xffff_fffe)),
  );

/** Lemmas about the formula of locks: its claims depend on them. */
const formula: ClaimGroup = {
  name: 'lemma/lock-formula',
  artifacts: [],
  claims: {
    'same formula':
      'what the script computes is vestedAmount of libs/vesting with the end `start + step * steps`: between the cliff and the end, from the end on',
    bounds: 'what has vested is at least 0 and at most the total, and all of it at the end alone',
    'never falls': 'at a later time at least as much has vested',
  },
  obligations: () => {
    const sound = areSound('TOKEN');
    const done = completed(schedule);
    const all = allSteps(schedule);
    const [few, many, of] = [variable('few'), variable('many'), variable('of')];
    const [first, second] = [variable('first'), variable('second')];
    const part = (count: Int) => divide(multiply(total, count), of);
    // Products of three symbols are more than solvers decide, so the end is a symbol where its parts are not needed.
    const product = variable('product');
    const elapsed = variable('elapsed');
    const isProduct = and(atMost(ONE, step), atMost(ONE, steps), equal(product, multiply(step, steps)));
    return [
      {
        name: 'same formula, of steps',
        given: [isProduct],
        goal: equal(divide(subtract(add(product, step), ONE), step), steps),
      },
      {
        name: 'same formula, before the end fewer steps',
        given: [isProduct, atMost(ZERO, elapsed), less(elapsed, product)],
        goal: less(divide(elapsed, step), steps),
      },
      {
        name: 'same formula, from the end on all steps',
        given: [isProduct, atMost(product, elapsed)],
        goal: atMost(steps, divide(elapsed, step)),
      },
      {
        name: 'same formula, together',
        given: [
          sound,
          atMost(cliff, time),
          equal(all, steps),
          implies(less(time, end), less(done, steps)),
          implies(atMost(end, time), atMost(steps, done)),
          equal(divide(multiply(total, steps), steps), total),
        ],
        goal: equal(scriptVested(total), vestedAmount(schedule)),
      },
      {
        name: 'bounds, of a quotient',
        given: [atMost(ONE, total), atMost(ZERO, few), atMost(few, of), atMost(ONE, of)],
        goal: between(0, part(few), total),
      },
      {
        name: 'bounds, all at the end alone',
        given: [atMost(ONE, total), atMost(ZERO, few), less(few, of), atMost(ONE, of)],
        goal: less(part(few), total),
      },
      {
        name: 'bounds, all at the end',
        given: [atMost(ONE, total), atMost(ONE, of)],
        goal: equal(part(of), total),
      },
      {
        name: 'never falls, of steps',
        given: [atMost(ONE, step), atMost(ZERO, first), atMost(first, second)],
        goal: atMost(divide(first, step), divide(second, step)),
      },
      ...neverFallLemmas({ total, few, many, all: of }),
      { name: 'there is such a lock', given: [sound, equal(scriptVested(total), int(7))], goal: undefined },
    ];
  },
};

export const coin = input(0);
/** What a coin holds of the asset. */
export const unitsOf = (asset: Asset, { value, amount }: Place): Int => (asset === 'BCH' ? value : amount);

const locked = subtract(total, vested);
/** What must stay. */
export const leftOf = ({ floor }: LockForm, asset: Asset): Int =>
  asset === 'BCH' ? choose(equal(locked, ZERO), ZERO, larger(locked, int(floor))) : locked;

const recipientsOf =
  ({ recipient }: LockForm) =>
  ({ lock }: Place): Bool =>
    same(whole({ kind: 'hash', function: 'hash160', of: lock }), whole(given('recipient', recipient)));

/** Where the coin has a token, an output has the commitment of its NFT, or none. */
export const hasCommitment = (to: Place): Bool =>
  implies(not(hasNoToken(coin)), same(whole(to.commitment), whole(coin.commitment)));

/** An output carries the token of the coin: as much of it, and the same NFT as far as a script can see it. */
export const carriesToken = (to: Place): Bool =>
  and(same(to.category, coin.category), equal(to.amount, coin.amount), equal(to.kind, coin.kind), hasCommitment(to));

/** What goes on carries nothing beside what is locked: in BCH no token, in tokens no NFT that a script could see. */
export const isBare = (asset: Asset, rest: Place): Bool =>
  asset === 'BCH' ? hasNoToken(rest) : and(equal(rest.kind, ONE), same(rest.id, coin.id), isEmpty(rest));

/**
 * Takes total and vested amount for symbols, of which the lemmas of the formula are facts.
 *
 * @throws Error where the script does not compute the formula as the lemma has it
 */
export const withVested = (asset: Asset, path: Path, amount = numberOf(whole(given('amount', 8)))) => {
  const replaced = rewriter({
    ints: new Map([
      [scriptVested(amount), vested],
      [amount, total],
    ]),
  });
  const conditions = path.conditions.map(replaced.bool);
  const text = conditions.every((condition) => replaced.bool(condition) === condition);
  if (!text || conditions.every((condition, index) => condition === path.conditions[index]))
    throw new Error('The script does not compute the formula of locks');
  const facts = [
    between(0, vested, total),
    implies(atMost(end, time), equal(vested, total)),
    implies(less(time, end), less(vested, total)),
  ];
  return { conditions, assumed: [areSound(asset), ...facts] };
};

const pathsOf = ({ names }: LockForm, asset: Asset) =>
  execute(artifactOf(names[asset]), 'pay', { activeIndex: field('activeIndex') });

/** A payment of tokens has at least what its output needs, and the reserve gives a payment's share and keeps another. */
const reserveHolds = ({ reserve }: LockForm): Bool => {
  const most = subtract(coin.value, int(reserve));
  return and(atMost(PAYOUT, output(1).value), atMost(larger(most, int(reserve)), output(0).value));
};

const pay = (form: LockForm, asset: Asset): ClaimGroup => {
  const { names, fees, keyless, reserve } = form;
  const isRecipients = recipientsOf(form);
  const left = leftOf(form, asset);
  const due = subtract(unitsOf(asset, coin), left);
  const goesOn = less(ZERO, left);
  const fee = int(fees[asset].end);
  const paid = (to: Place): Bool =>
    asset === 'BCH'
      ? and(isRecipients(to), atMost(subtract(due, fee), to.value), carriesToken(to))
      : and(isRecipients(to), equal(to.amount, due), same(to.category, coin.category), hasCommitment(to));
  const small =
    asset === 'BCH'
      ? and(atMost(divide(total, int(64)), due), atMost(int(keyless), due))
      : atMost(total, multiply(due, int(64)));
  return {
    name: `${names[asset]}/pay`,
    artifacts: [names[asset]],
    claims: {
      alone: 'the lock is at input 0, so there is one in a transaction: no output serves two',
      'not before its time': 'the locktime is a time, at least the cliff, and no block holds the transaction before it',
      'exact payment': `the recipient gets, at their lock, what the coin holds above what is still locked at the locktime (in BCH less ${inWords(fees.BCH.pay)} satoshis at most, and above ${inWords(form.floor)} satoshis until the end), without a token that does not belong and with those that do`,
      'something is paid':
        'a payment before the end takes something out of the lock, at any locktime: none puts anything back by an earlier date',
      'the rest goes on':
        'exactly what is still locked goes on at the same address, of the same category, without a token that does not belong, and of tokens without an NFT, the empty immutable one aside',
      'bounded fee': `of tokens a payment takes ${inWords(reserve)} satoshis of the reserve at most, leaves ${inWords(reserve)} at least and 1,000 with the payment; an end takes ${inWords(fees.TOKEN.end)} at most`,
      'no small payments by strangers': `before the end a payment is a 64th of the total at least (in BCH ${inWords(keyless)} satoshis too), or made beside a coin of the recipient as the last input`,
      'the end': 'from the end on the whole coin goes to the recipient',
    },
    obligations: () =>
      pathsOf(form, asset).flatMap((path) => {
        const { conditions, assumed } = withVested(asset, path);
        const rest = output(0);
        return onPath(path, [...assumed, ...conditions], {
          alone: equal(field('activeIndex'), ZERO),
          'not before its time': and(
            ...[atMost(int(500_000_000), time), atMost(cliff, time)],
            not(equal(field('sequence', ZERO), int(0xffff_ffff))),
          ),
          'exact payment': and(implies(goesOn, paid(output(1))), implies(not(goesOn), paid(output(0)))),
          'something is paid': implies(goesOn, and(less(ZERO, due), less(unitsOf(asset, rest), unitsOf(asset, coin)))),
          'the rest goes on': implies(
            goesOn,
            and(...[same(rest.lock, coin.lock), equal(unitsOf(asset, rest), left), isBare(asset, rest)]),
          ),
          ...(asset === 'TOKEN' && {
            'bounded fee': and(
              implies(goesOn, reserveHolds(form)),
              implies(not(goesOn), atMost(subtract(coin.value, fee), output(0).value)),
            ),
          }),
          'no small payments by strangers': or(
            not(goesOn),
            small,
            isRecipients(input(subtract(field('inputCount'), ONE))),
          ),
          'the end': implies(
            atMost(end, time),
            and(equal(left, ZERO), isRecipients(output(0)), atMost(subtract(coin.value, fee), output(0).value)),
          ),
        });
      }),
  };
};

/** A transaction that anybody can make, without a coin of their own, and that the script accepts. */
const exit = (form: LockForm, asset: Asset): ClaimGroup => ({
  name: `${form.names[asset]}/exit`,
  artifacts: [form.names[asset]],
  claims: {
    'an end by anybody':
      'from the end on the script accepts the transaction of this coin alone that pays all of it, tokens included, to the recipient, less its fee',
    'a payment by anybody': `from the cliff on, where a 64th of the total is due (in BCH ${inWords(form.keyless)} satoshis too, of tokens where the reserve holds two payments, with any NFT on the coin), the script accepts the transaction of this coin alone that pays it`,
    'with anybody’s coin and change':
      'both are accepted as well beside a coin of anybody, with change for them as the last output; the lock then pays no fee',
  },
  obligations: () => {
    const [isRecipients, reserve] = [recipientsOf(form), int(form.reserve)];
    const made = pathsOf(form, asset).map((path) => withVested(asset, path));
    const accepted = or(...made.map(({ conditions }) => and(...conditions)));
    const assumed = made[0]?.assumed ?? [];
    const fee = form.fees[asset];
    const shape = (inputs: number, outputs: number): Bool =>
      and(equal(field('inputCount'), int(inputs)), equal(field('outputCount'), int(outputs)));
    const spent = [
      ...[equal(field('activeIndex'), ZERO), atMost(cliff, time)],
      ...[less(field('sequence', ZERO), int(0xffff_ffff)), atMost(int(1_000), coin.value)],
      asset === 'BCH' ? hasNoToken(coin) : between(1, coin.kind, 3),
    ];
    const ends = (isHelped: boolean): readonly Bool[] => [
      ...[...assumed, ...spent, atMost(end, time), isRecipients(output(0)), equal(output(0).kind, coin.kind)],
      isHelped
        ? and(shape(2, 2), equal(output(0).value, coin.value))
        : and(shape(1, 1), equal(output(0).value, subtract(coin.value, int(fee.end)))),
      ...[same(output(0).category, coin.category), equal(output(0).amount, coin.amount), hasCommitment(output(0))],
    ];
    const left = leftOf(form, asset);
    const due = subtract(unitsOf(asset, coin), left);
    const large =
      asset === 'BCH'
        ? and(atMost(divide(total, int(64)), due), atMost(int(form.keyless), due))
        : and(atMost(total, multiply(due, int(64))), atMost(add(reserve, reserve), coin.value));
    const [rest, paid] = [output(0), output(1)];
    const pays = (isHelped: boolean): readonly Bool[] => [
      ...[...assumed, ...spent, less(time, end), large, isRecipients(paid), isHelped ? shape(2, 3) : shape(1, 2)],
      ...[same(rest.lock, coin.lock), equal(unitsOf(asset, rest), left), isBare(asset, rest)],
      ...[same(paid.category, coin.category), equal(paid.kind, coin.kind), hasCommitment(paid)],
      asset === 'BCH'
        ? and(
            equal(paid.value, isHelped ? due : subtract(due, int(fee.pay))),
            ...[equal(paid.amount, ZERO), equal(coin.amount, ZERO)],
          )
        : and(
            ...[equal(paid.amount, due), equal(paid.value, PAYOUT)],
            equal(rest.value, isHelped ? coin.value : subtract(coin.value, add(PAYOUT, int(fee.pay)))),
          ),
    ];
    return (
      [
        ['an end by anybody', ends(false)],
        ['a payment by anybody', pays(false)],
        ['an end with anybody’s coin and change', ends(true)],
        ['a payment with anybody’s coin and change', pays(true)],
      ] as const
    ).flatMap(([name, built]) => [
      { name: `there is such a transaction: ${name}`, given: built, goal: undefined },
      { name: `${name}: accepted`, given: built, goal: accepted },
    ]);
  },
});

/** All claims about locks. */
export const locks: readonly ClaimGroup[] = [
  formula,
  ...[STAYS, MOVES].flatMap((form) =>
    (['BCH', 'TOKEN'] as const).flatMap((asset) => [pay(form, asset), exit(form, asset)]),
  ),
];
