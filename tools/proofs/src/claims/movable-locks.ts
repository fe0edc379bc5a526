import { execute, given } from '../execute/execute.js';
import { and, atMost, equal, implies, less, not, or } from '../terms/bool.js';
import { concat, isShortestBytes, literal, numberOf, padded, same, split, whole } from '../terms/bytes.js';
import { add, choose, field, int, lengthOf, ONE, read, subtract, variable, ZERO } from '../terms/int.js';
import type { Bool, Bytes, Int } from '../terms/term.js';
import { artifactOf } from './artifacts.js';
import type { ClaimGroup } from './claim.js';
import { carriesToken, coin, hasCommitment, isBare, leftOf, MOVES, unitsOf, withVested } from './locks.js';
import { onPath } from './on-paths.js';
import type { Asset } from './plan-coin.js';
import { scriptOf } from './plan-script.js';
import { hasNoToken, input, output, type Place } from './reading.js';

const [delay, cliff] = [variable('delay'), variable('cliff')];

/** Satoshis that an announcement adds, and that are the fee of the move. */
const FEES = { BCH: int(600), TOKEN: int(680) } as const;
const [ACTIVE, PENDING] = [Uint8Array.of(0x14), Uint8Array.of(0x28)];

const hashed = (name: 'hash160' | 'hash256', of: Bytes): Bytes => whole({ kind: 'hash', function: name, of });

/** The locking bytecode of a P2SH32 script. */
const lockOf = (script: Bytes): Bytes =>
  concat(concat(literal(Uint8Array.of(0xaa, 0x20)), hashed('hash256', script)), literal(Uint8Array.of(0x87)));

/** The script: the length of its first push, the recipient that is first in it, and what follows these 20 bytes. */
const script = split(whole(given('activeBytecode')), ONE);
const size = script.left;
const recipient = split(script.right, int(20)).left;
const behind = split(script.right, int(20)).right;
/** Of a script whose first push has 40 bytes: the address that a move names, and all that follows. */
const [named, terms] = [split(behind, int(20)).left, split(behind, int(20)).right];
/** All that follows the first push, of so many bytes as it says. */
const rest = split(script.right, numberOf(size)).right;

const isHashOf = ({ lock }: Place, hash: Bytes): Bool => same(hashed('hash160', lock), hash);
const isPending = same(size, literal(PENDING));

const pathsOf = (asset: Asset, name: 'announce' | 'finish' | 'collect') =>
  execute(artifactOf(MOVES.names[asset]), name, { activeIndex: field('activeIndex') });

const group = (
  asset: Asset,
  name: 'announce' | 'finish' | 'collect',
  claims: ClaimGroup['claims'],
  obligations: ClaimGroup['obligations'],
): ClaimGroup => ({
  name: `${MOVES.names[asset]}/${name}`,
  artifacts: [MOVES.names[asset]],
  claims,
  obligations,
});

/** An output has exactly the tokens of a coin. */
const hasTokensOf = (to: Place, from: Place): Bool =>
  and(
    ...[same(to.category, from.category), equal(to.amount, from.amount)],
    implies(not(hasNoToken(from)), same(whole(to.commitment), whole(from.commitment))),
  );

const notice = output(field('locktime'));
const announced = split(notice.lock, int(9));
const [HEAD, WORDS] = [Uint8Array.of(0x6a, 0x4c), Uint8Array.of(0x57, 0x45, 0x49, 0x52, 1, 25)];
/** The bits that the first bytes of data, 6a, and of a token, ef, share: an output that begins so pays nobody. */
const UNPAID = literal(Uint8Array.of(0x6a));

/** The output is one push that nobody can spend: WEIR, 1, 25 and an address of 35 bytes at most, which is not one like this or a token. */
const isNotice = (): Bool => {
  const length = subtract(lengthOf(notice.lockAtom), int(9));
  const head = concat(concat(literal(HEAD), padded(add(length, int(6)), 1).bytes), literal(WORDS));
  const first = split(announced.right, ONE).left;
  return and(
    ...[same(announced.left, head), atMost(length, int(35))],
    not(same(whole({ kind: 'bitwise', operation: 'and', left: first, right: UNPAID }), UNPAID)),
  );
};

/** The type of a key's signature, the byte behind it, is ALL of its lowest two bits: never NONE or SINGLE. */
const coversAllOutputs = (): Bool => {
  const pushes = whole(read('inputBytecode', ZERO));
  const type = split(split(pushes, numberOf(split(pushes, ONE).left)).right, ONE).left;
  const bits = whole({ kind: 'bitwise', operation: 'and', left: type, right: literal(Uint8Array.of(3)) });
  return or(not(equal(lengthOf(input(0).lockAtom), int(25))), and(isShortestBytes(bits), equal(numberOf(bits), ONE)));
};

const announce = (asset: Asset): ClaimGroup =>
  group(
    asset,
    'announce',
    {
      'by the recipient': 'only beside a coin at input 0 that is locked like the recipient, whom payments go to',
      'by a signature for all outputs':
        'a coin with a lock of 25 bytes, such as a key’s, is unlocked by a signature whose type covers all outputs',
      'the address is named':
        'the output that the locktime numbers is a push of WEIR, 1, 25 and an address of 35 bytes at most, which nodes can pay',
      'only the named address is new':
        'the lock goes on at the output of its input’s number, with its tokens, where the same script is whose first push is the recipient and the hash of the named address: all that follows this push stays',
      'the fee of the move is put aside':
        'the lock has 600 satoshis more (680 of tokens), where no move was pending; else exactly as many as before',
    },
    () => {
      const index = field('activeIndex');
      const [spent, next] = [input(index), output(index)];
      const pushed = concat(concat(literal(PENDING), recipient), hashed('hash160', announced.right));
      return pathsOf(asset, 'announce').flatMap((path) =>
        onPath(path, path.conditions, {
          'by the recipient': isHashOf(input(0), recipient),
          'by a signature for all outputs': coversAllOutputs(),
          'the address is named': isNotice(),
          'only the named address is new': and(same(next.lock, lockOf(concat(pushed, rest))), hasTokensOf(next, spent)),
          'the fee of the move is put aside': equal(
            next.value,
            add(spent.value, choose(same(size, literal(ACTIVE)), FEES[asset], ZERO)),
          ),
        }),
      );
    },
  );

const finish = (asset: Asset): ClaimGroup =>
  group(
    asset,
    'finish',
    {
      alone: 'the lock is at input 0, so there is one in a transaction',
      'only while a move is pending': 'the first push of the script has 40 bytes',
      'after the delay':
        'the lock is `delay` blocks old at least, since it was announced or last paid, unless the address named is the old one',
      'only the recipient changes':
        'the lock goes on at output 0 with its tokens, where the same script is whose first push is the address named: all that follows this push stays',
      'exactly its fee': 'the lock has 600 satoshis less (680 of tokens): those that its announcement added',
    },
    () =>
      pathsOf(asset, 'finish').flatMap((path) =>
        onPath(path, path.conditions, {
          alone: equal(field('activeIndex'), ZERO),
          'only while a move is pending': isPending,
          'after the delay': or(same(named, recipient), isOld()),
          'only the recipient changes': and(
            same(output(0).lock, lockOf(concat(concat(literal(ACTIVE), named), terms))),
            hasTokensOf(output(0), coin),
          ),
          'exactly its fee': equal(output(0).value, subtract(coin.value, FEES[asset])),
        }),
      ),
  );

/** A relative lock in blocks of the delay at least, which a block keeps. */
const isOld = (): Bool => {
  const sequence = field('sequence', ZERO);
  return and(...[atMost(delay, sequence), less(sequence, int(65_536)), atMost(int(2), field('version'))]);
};

const collect = (asset: Asset): ClaimGroup =>
  group(
    asset,
    'collect',
    {
      alone: 'the lock is at input 0, so there is one in a transaction: no output serves two',
      'only while a move is pending': 'the first push of the script has 40 bytes',
      'by the recipient': 'only beside a coin as the last input that is locked like the old recipient',
      'not before its time': 'the locktime is a time, at least the cliff',
      'exact payment':
        'the old recipient gets, at their lock, exactly what the coin holds above what is still locked at the locktime and the 600 satoshis of the move (in BCH also above 1,100 satoshis until the end), with the tokens that belong and no others',
      'something is paid': 'a payment before the end takes something out of the lock, at any locktime',
      'the rest goes on':
        'exactly what is still locked, and the fee of the move, go on at the same address without a token that does not belong',
      'the lock gives no fee':
        'of tokens no satoshi leaves the lock before the end, and at the end all go to the recipient',
    },
    () =>
      pathsOf(asset, 'collect').flatMap((path) => {
        const amount = numberOf(split(split(rest, int(9)).left, ONE).right);
        const { conditions, assumed } = withVested(asset, path, amount);
        const left = leftOf(MOVES, asset);
        const goesOn = less(ZERO, left);
        const kept: Int = asset === 'BCH' ? add(left, choose(goesOn, FEES.BCH, ZERO)) : left;
        const due = subtract(unitsOf(asset, coin), kept);
        const [next, second] = [output(0), output(1)];
        const isPaid = (to: Place): Bool =>
          asset === 'BCH'
            ? and(...[isHashOf(to, recipient), equal(to.value, due), carriesToken(to)])
            : and(
                ...[
                  isHashOf(to, recipient),
                  equal(to.amount, due),
                  same(to.category, coin.category),
                  hasCommitment(to),
                ],
              );
        return onPath(path, [...assumed, ...conditions], {
          alone: equal(field('activeIndex'), ZERO),
          'only while a move is pending': isPending,
          'by the recipient': isHashOf(input(subtract(field('inputCount'), ONE)), recipient),
          'not before its time': and(atMost(int(500_000_000), field('locktime')), atMost(cliff, field('locktime'))),
          'exact payment': and(implies(goesOn, isPaid(second)), implies(not(goesOn), isPaid(next))),
          'something is paid': implies(goesOn, less(ZERO, due)),
          'the rest goes on': implies(
            goesOn,
            and(...[same(next.lock, coin.lock), equal(unitsOf(asset, next), kept), isBare(asset, next)]),
          ),
          ...(asset === 'TOKEN' && { 'the lock gives no fee': atMost(coin.value, next.value) }),
        });
      }),
  );

/** All claims about moves of locks; payments while nothing is pending are with the other locks. */
export const movableLocks: readonly ClaimGroup[] = (['BCH', 'TOKEN'] as const).flatMap((asset) => [
  announce(asset),
  finish(asset),
  collect(asset),
  scriptOf(MOVES.names[asset]),
]);
