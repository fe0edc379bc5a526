import { execute, given, type Path } from '../execute/execute.js';
import { and, atMost, equal, implies, less, not, or } from '../terms/bool.js';
import { concat, literal, numberOf, padded, same, split, whole } from '../terms/bytes.js';
import {
  add,
  divide,
  field,
  int,
  larger,
  lengthOf,
  multiply,
  ONE,
  smaller,
  subtract,
  variable,
  ZERO,
} from '../terms/int.js';
import type { Bool, Bytes, Int } from '../terms/term.js';
import { artifactOf } from './artifacts.js';
import type { ClaimGroup, Obligation } from './claim.js';
import { onPath } from './on-paths.js';
import { hasNoToken, input, output, type Place } from './reading.js';
import { coversAll, hashOfKey, isSignedBy } from './signatures.js';

type Asset = 'BCH' | 'TOKEN';
const NAMES = { BCH: 'purse-bch', TOKEN: 'purse-token' } as const;

const [limit, period] = [variable('limit'), variable('period')];
const left = numberOf(whole(given('left', 8)));
const age = field('sequence', ZERO);
const least = (of: Int): Int => divide(of, int(64));

/** What may leave a coin of an age. */
const availableAt = (blocks: Int): Int => smaller(add(left, divide(multiply(limit, blocks), period)), limit);

const [coin, rest, paid] = [input(0), output(0), output(1)];

const unitsOf = (asset: Asset, { value, amount }: Place): Int => (asset === 'BCH' ? value : amount);

/** The locking bytecode of a P2SH32 script. */
const lockOf = (script: Bytes): Bytes =>
  concat(
    concat(literal(Uint8Array.of(0xaa, 0x20)), whole({ kind: 'hash', function: 'hash256', of: script })),
    literal(Uint8Array.of(0x87)),
  );

/** The script of this purse with another number left. */
const successor = (next: Int): Bytes =>
  concat(concat(literal(Uint8Array.of(8)), padded(next, 8).bytes), split(whole(given('activeBytecode')), int(9)).right);

/** The 20 bytes at a place of the list. */
const payee = (): Bytes => {
  const place = numberOf(whole(given('payee')));
  const behind = split(whole(given('payees')), multiply(int(20), place)).right;
  return split(behind, int(20)).left;
};

const isHashOf = ({ lock }: Place, hash: Bytes): Bool =>
  same(whole({ kind: 'hash', function: 'hash160', of: lock }), hash);

/** An output has exactly the tokens of the coin. */
const hasTokensOf = (to: Place, from: Place): Bool =>
  and(
    ...[same(to.category, from.category), equal(to.amount, from.amount)],
    implies(not(hasNoToken(from)), same(whole(to.commitment), whole(from.commitment))),
  );

const paths = (asset: Asset, name: string): readonly Path[] =>
  execute(artifactOf(NAMES[asset]), name, { activeIndex: name === 'manage' ? field('activeIndex') : ZERO });

/** Parameters as a sound purse has them. */
const isSound = and(atMost(ONE, limit), atMost(ONE, period), atMost(ZERO, left), atMost(left, limit));

const pay = (asset: Asset): ClaimGroup => {
  const spent = subtract(unitsOf(asset, coin), unitsOf(asset, rest));
  const next = subtract(availableAt(age), larger(spent, least(limit)));
  const token = whole(given('token', 32));
  return {
    name: `${NAMES[asset]}/pay`,
    artifacts: [NAMES[asset]],
    claims: {
      'by the spender': 'the spender’s key has signed the transaction, by a type that covers every input and output',
      alone: 'the purse is the only input, and there are two outputs: the next purse and the payment',
      'no age too high':
        'the sequence number is a relative lock in blocks, of a transaction of version 2: no block holds the transaction before the coin is that old',
      'within the limit':
        'what leaves, the fee included, is at most min(left + limit * age / period, limit), and what is then left is that less what leaves, or less a 64th of the limit if that is more',
      'the purse goes on':
        'output 0 is locked by the same script with what is then left, and nothing else in it changes',
      'to the payee':
        'what leaves goes to output 1 (in BCH less 1,500 satoshis at most), whose lock has the hash at the given place of the list that the terms commit to, where there is a list',
      'no other token':
        'in BCH the coin and the next purse have no token; in tokens all three have no other than the purse’s, without an NFT that changes',
      'bounded fee': 'of tokens a payment takes 2,400 satoshis at most, and leaves 3,000 at least',
    },
    obligations: () =>
      paths(asset, 'pay').flatMap((path) =>
        onPath(path, [isSound, ...path.conditions], {
          'by the spender': and(
            ...[same(hashOfKey('key'), whole(given('spender', 20))), isSignedBy('signature', 'key')],
            coversAll('signature'),
          ),
          alone: and(equal(field('inputCount'), ONE), equal(field('outputCount'), int(2))),
          'no age too high': and(...[atMost(int(2), field('version')), atMost(ZERO, age), less(age, int(65_536))]),
          'within the limit': and(...[atMost(ZERO, next), atMost(spent, availableAt(age)), atMost(next, limit)]),
          'the purse goes on': same(rest.lock, lockOf(successor(next))),
          'to the payee': and(
            asset === 'BCH' ? atMost(subtract(spent, int(1_500)), paid.value) : equal(paid.amount, spent),
            same(whole({ kind: 'hash', function: 'sha256', of: whole(given('payees')) }), whole(given('list', 32))),
            implies(less(ZERO, lengthOf(given('payees'))), isHashOf(paid, payee())),
          ),
          'no other token':
            asset === 'BCH'
              ? and(hasNoToken(coin), hasNoToken(rest))
              : and(
                  ...[same(coin.category, token), same(paid.category, token)],
                  implies(less(ZERO, rest.amount), same(rest.category, token)),
                ),
          ...(asset === 'TOKEN' && {
            'bounded fee': and(atMost(subtract(coin.value, int(2_400)), rest.value), atMost(int(3_000), rest.value)),
          }),
        }),
      ),
  };
};

const SIGNERS = ['first', 'second', 'third'] as const;

const home = (asset: Asset): ClaimGroup => ({
  name: `${NAMES[asset]}/home`,
  artifacts: [NAMES[asset]],
  claims: {
    'by one signer':
      'the key of one of the three signers has signed the transaction, by a type that covers every input and output',
    'to the treasury':
      'output 0 is locked by the owner, and has all satoshis but 2,000 at most and exactly the tokens of the coin',
    alone: 'the purse is the only input, so the output serves no other',
  },
  obligations: () =>
    paths(asset, 'home').flatMap((path) =>
      onPath(path, path.conditions, {
        'by one signer': and(
          or(...SIGNERS.map((name) => same(hashOfKey('key'), whole(given(name, 20))))),
          ...[isSignedBy('signature', 'key'), coversAll('signature')],
        ),
        'to the treasury': and(
          ...[same(rest.lock, whole(given('owner'))), atMost(subtract(coin.value, int(2_000)), rest.value)],
          hasTokensOf(rest, coin),
        ),
        alone: equal(field('inputCount'), ONE),
      }),
    ),
});

const manage = (asset: Asset): ClaimGroup => ({
  name: `${NAMES[asset]}/manage`,
  artifacts: [NAMES[asset]],
  claims: {
    'behind the treasury':
      'input 0 is a coin of the owner, whose script runs there: no other path of a purse takes a coin without its keys',
  },
  obligations: () =>
    paths(asset, 'manage').flatMap((path) =>
      onPath(path, path.conditions, { 'behind the treasury': same(coin.lock, whole(given('owner'))) }),
    ),
});

/**
 * The bound on what leaves, by induction over the payments of a purse: `gone` left so far, in `blocks` blocks. A coin's ages
 * never overlap, so the ages of all payments together are at most the blocks since the purse was opened.
 */
const outflow: ClaimGroup = {
  name: 'lemma/outflow',
  artifacts: [],
  claims: {
    'refills add up to less': 'what refills in two ages, each rounded down, is at most what refills in both together',
    'at the opening': 'before the first payment nothing has left, and the limit is left at most',
    'after a payment':
      'if what left and what is still left were limit + limit * blocks / period at most, they are after a payment of any age, so what left is',
  },
  obligations: (): readonly Obligation[] => {
    const [first, second] = [variable('first'), variable('second')];
    const [before, refilled, after] = [variable('refilled before'), variable('refilled'), variable('refilled after')];
    const [gone, still, spent, charge] = [
      variable('gone'),
      variable('still left'),
      variable('spent'),
      variable('charge'),
    ];
    const available = smaller(add(still, refilled), limit);
    const now = subtract(available, charge);
    // Products of two symbols each are symbols of their own: a quotient of them is what the lemma is about.
    return [
      {
        name: 'refills add up to less',
        given: [atMost(ONE, period), atMost(ZERO, first), atMost(ZERO, second)],
        goal: atMost(add(divide(first, period), divide(second, period)), divide(add(first, second), period)),
      },
      {
        name: 'at the opening',
        given: [atMost(ONE, limit), atMost(ZERO, still), atMost(still, limit), equal(gone, ZERO)],
        goal: atMost(add(gone, still), limit),
      },
      {
        name: 'after a payment',
        given: [
          ...[atMost(ONE, limit), atMost(ZERO, still), atMost(ZERO, refilled), atMost(ZERO, before)],
          ...[atMost(add(before, refilled), after), atMost(add(gone, still), add(limit, before))],
          ...[atMost(spent, charge), atMost(ZERO, now)],
        ],
        goal: and(
          atMost(add(gone, spent, now), add(limit, after)),
          atMost(add(gone, spent), add(limit, after)),
          atMost(ZERO, now),
        ),
      },
      {
        name: 'there is such a payment',
        given: [
          ...[equal(limit, int(100)), equal(still, int(40)), equal(refilled, int(5)), equal(before, ZERO)],
          ...[
            equal(after, int(5)),
            equal(gone, int(60)),
            equal(spent, int(45)),
            equal(charge, spent),
            atMost(ZERO, now),
          ],
        ],
        goal: undefined,
      },
    ];
  },
};

/** What purses' scripts allow. */
export const purses: readonly ClaimGroup[] = [
  outflow,
  ...(['BCH', 'TOKEN'] as const).flatMap((asset) => [pay(asset), home(asset), manage(asset)]),
];
