import { execute, given, type Path } from '../execute/execute.js';
import { and, atMost, equal, FALSE, implies, less, not, or } from '../terms/bool.js';
import { concat, literal, numberOf, padded, same, slice, whole } from '../terms/bytes.js';
import { add, divide, field, int, lengthOf, ONE, power, remainder, ZERO } from '../terms/int.js';
import type { Bool, Bytes, Int } from '../terms/term.js';
import { artifactOf } from './artifacts.js';
import type { ClaimGroup } from './claim.js';
import { onPath } from './on-paths.js';
import { input, isLockedTo, isMutable, output, type Place, sameBytes, unsignedAt } from './reading.js';
import { coversAll, hashOfKey, isSignedBy } from './signatures.js';

const COMMITMENT = 90;
const [ACTIVE, RECOVERING] = [literal(Uint8Array.of(1, 0)), literal(Uint8Array.of(1, 1))];
/** Where the commitment has its parts. */
const AT = { status: 0, spends: 2, guardian: 6, quiet: 26, review: 28, signers: 30 } as const;

const id = whole(given('id', 32));
const me = field('activeIndex');

/** The state: the mutable NFT of the category that the address commits to. */
const isState = (coin: Place): Bool => and(isMutable(coin), same(coin.id, id));

/** The state goes on: the mutable NFT, at the address of the coin. */
const goesOn = (coin: Place, next: Place): Bool => and(isState(coin), isState(next), same(next.lock, coin.lock));

const hasLength = ({ commitment }: Place): Bool => equal(lengthOf(commitment), int(COMMITMENT));

const seatIn = ({ commitment }: Place, seat: number): Bytes => slice(commitment, AT.signers + 20 * seat, 20);

/** The seats that sign where one is absent. */
const signing = (absent: number): readonly number[] => [0, 1, 2].filter((seat) => seat !== absent);

/** The keys of the arguments are those of two seats, in the order of the seats. */
const areSeatedIn = (place: Place, absent: number): Bool => {
  const [one = 0, other = 0] = signing(absent);
  return and(same(seatIn(place, one), hashOfKey('key')), same(seatIn(place, other), hashOfKey('otherKey')));
};

const bit = (value: Int, of: Int): Int => remainder(divide(value, of), int(2));

/** A relative lock in blocks, which consensus enforces: the coin is at least that old. */
const isOld = (coin: Place, blocks: Int): Bool => {
  const sequence = field('sequence', coin.index);
  return and(
    ...[atMost(int(2), field('version')), less(sequence, power(31)), equal(bit(sequence, power(22)), ZERO)],
    atMost(blocks, remainder(sequence, int(65_536))),
  );
};

const isGuarded = (coin: Place): Bool => isLockedTo(input(0), coin.commitment, AT.guardian);

const statusOf = ({ commitment }: Place): Bytes => slice(commitment, AT.status, 2);

const countsOneMore = (coin: Place, next: Place): Bool => {
  const count = numberOf(slice(coin.commitment, AT.spends, 4));
  return same(slice(next.commitment, 0, 6), concat(ACTIVE, padded(add(count, ONE), 4).bytes));
};

/** Everything behind the status stays, byte for byte. */
const onlyStatusChanges = (coin: Place, next: Place): Bool =>
  and(hasLength(next), sameBytes(coin.commitment, next.commitment, 2, COMMITMENT - 2));

const areTwoSignatures = (): Bool =>
  and(
    ...[isSignedBy('signature', 'key'), isSignedBy('otherSignature', 'otherKey')],
    ...[coversAll('signature'), coversAll('otherSignature'), not(same(hashOfKey('key'), hashOfKey('otherKey')))],
  );

const spendPaths = (activeIndex: Int, absent?: number): readonly Path[] =>
  execute(artifactOf('roster'), 'spend', {
    activeIndex,
    commitmentLength: COMMITMENT,
    ...(absent !== undefined && { constants: new Map([['absent', int(absent)]]) }),
  });

const onPaths = (paths: readonly Path[], claims: Readonly<Record<string, Bool>>, prefix = '') =>
  paths
    .flatMap((path) => onPath(path, path.conditions, claims))
    .map((each) => ({ ...each, name: `${prefix}${each.name}` }));

const never = (paths: readonly Path[], name: string, when: Bool, prefix = '') =>
  paths.map((path) => ({
    name: `${prefix}path ${path.number}: ${name}`,
    given: [when, ...path.conditions],
    goal: FALSE,
  }));

const group = (of: string, claims: ClaimGroup['claims'], obligations: ClaimGroup['obligations']): ClaimGroup => ({
  name: `roster/${of}`,
  artifacts: ['roster'],
  claims,
  obligations,
});

const spend = group(
  'spend',
  {
    'two keys': 'two different keys have each signed the transaction, by types that cover every input and output',
    'two signers': 'at input 0 the two keys are those of two seats of the coin, in the order of the seats',
    'who signs stays': 'both keys keep their seats in the next roster',
    '90 bytes': 'the next commitment has 90 bytes',
    'goes on': 'the coin is the state, and the state goes on at the same address, in the output of its own index',
    'active and counted': 'the next state is active and counts one spend more',
    'end of a recovery':
      'at input 1 a recovery runs, the guardian’s coin is at input 0, and the state is at least as many blocks old as `review`',
    'two places': 'no path succeeds at another input than 0 or 1',
    'three seats': 'the absent seat is the first, the second or the third',
  },
  () => [
    ...[0, 1, 2].flatMap((absent) =>
      ([ZERO, ONE] as const).flatMap((place) => {
        const [coin, next] = [input(place, COMMITMENT), output(place)];
        return onPaths(
          spendPaths(place, absent),
          {
            'two keys': areTwoSignatures(),
            ...(place === ZERO
              ? { 'two signers': areSeatedIn(coin, absent) }
              : {
                  'end of a recovery': and(
                    ...[same(statusOf(coin), RECOVERING), isGuarded(coin)],
                    isOld(coin, unsignedAt(coin.commitment, AT.review, 2)),
                  ),
                }),
            'who signs stays': areSeatedIn(next, absent),
            '90 bytes': hasLength(next),
            'goes on': goesOn(coin, next),
            'active and counted': countsOneMore(coin, next),
          },
          `seat ${absent} absent, at input ${place === ZERO ? 0 : 1}, `,
        );
      }),
    ),
    ...never(spendPaths(me), 'two places', not(or(equal(me, ZERO), equal(me, ONE)))),
    ...([ZERO, ONE] as const).flatMap((place) => {
      const absent = numberOf(whole(given('absent')));
      const isSeat = or(...[0, 1, 2].map((seat) => equal(absent, int(seat))));
      return never(spendPaths(place), 'three seats', not(isSeat), `at input ${place === ZERO ? 0 : 1}, `);
    }),
  ],
);

const [coin, next] = [input(1, COMMITMENT), output(1)];

const stepPaths = (name: 'recover' | 'veto', seat?: number): readonly Path[] =>
  execute(artifactOf('roster'), name, {
    activeIndex: ONE,
    commitmentLength: COMMITMENT,
    ...(seat !== undefined && { constants: new Map([['seat', int(seat)]]) }),
  });

const STEP = {
  'goes on': 'the coin is the state, and the state goes on at the same address, with at least its satoshis',
  'only the status changes': 'the commitment differs in the status alone',
  'not at input 0': 'no path succeeds at another input than 1, so it is never the consent of two',
} as const;

const elsewhere = (name: 'recover' | 'veto') =>
  never(execute(artifactOf('roster'), name), 'not at input 0', not(equal(me, ONE)));

const keeps = and(goesOn(coin, next), atMost(coin.value, next.value));

const recover = group(
  'recover',
  { ...STEP, 'by the guardian': 'the guardian’s coin is at input 0, and the state is at least `quiet` blocks old' },
  () => [
    ...onPaths(stepPaths('recover'), {
      'goes on': keeps,
      'only the status changes': and(
        ...[same(statusOf(coin), ACTIVE), same(statusOf(next), RECOVERING)],
        onlyStatusChanges(coin, next),
      ),
      'by the guardian': and(isGuarded(coin), isOld(coin, unsignedAt(coin.commitment, AT.quiet, 2))),
    }),
    ...elsewhere('recover'),
  ],
);

const veto = group(
  'veto',
  {
    ...STEP,
    'by a signer':
      'the key of one of the three seats has signed the transaction, by a type that covers every input and output',
    'three seats': 'the seat is the first, the second or the third',
  },
  () => [
    ...[0, 1, 2].flatMap((seat) =>
      onPaths(
        stepPaths('veto', seat),
        {
          'goes on': keeps,
          'only the status changes': and(
            ...[same(statusOf(coin), RECOVERING), same(statusOf(next), ACTIVE)],
            onlyStatusChanges(coin, next),
          ),
          'by a signer': and(
            ...[same(seatIn(coin, seat), hashOfKey('key')), isSignedBy('signature', 'key'), coversAll('signature')],
          ),
        },
        `seat ${seat}, `,
      ),
    ),
    ...never(
      stepPaths('veto'),
      'three seats',
      not(or(...[0, 1, 2].map((seat) => equal(numberOf(whole(given('seat'))), int(seat))))),
    ),
    ...elsewhere('veto'),
  ],
);

const follow = group(
  'follow',
  {
    'behind two signatures':
      'only behind a coin of the same address at input 0, which is the state and where two different keys of its seats have signed every input and output',
    'not the state': 'while there is one state, it never follows: it is at input 0',
    'not at input 0': 'no path of follow succeeds at input 0',
  },
  () => {
    const follower = input(me);
    const lead = input(ZERO, COMMITMENT);
    const paths = execute(artifactOf('roster'), 'follow', { prefix: 'follower ' });
    // Input 0 has the same script. Of its functions `spend` alone succeeds there; whose seat is absent does not matter.
    const together = [0, 1, 2].flatMap((absent) =>
      spendPaths(ZERO, absent).flatMap((first) =>
        paths.map((path) => ({
          absent,
          name: `seat ${absent} absent, path ${first.number} before ${path.number}`,
          first,
          path,
        })),
      ),
    );
    return [
      ...onPaths(paths, { 'behind two signatures': and(less(ZERO, me), same(lead.lock, follower.lock)) }),
      ...together.flatMap(({ absent, name, first, path }) => [
        { name: `${name}: can be taken`, given: [...first.conditions, ...path.conditions], goal: undefined },
        {
          name: `${name}: behind two signatures`,
          given: [...first.conditions, ...path.conditions],
          goal: and(isState(lead), areTwoSignatures(), areSeatedIn(lead, absent)),
        },
        {
          name: `${name}: not the state`,
          given: [
            implies(and(isState(lead), isState(follower)), equal(me, ZERO)),
            ...first.conditions,
            ...path.conditions,
          ],
          goal: not(isState(follower)),
        },
      ]),
      ...never(execute(artifactOf('roster'), 'follow'), 'not at input 0', equal(me, ZERO)),
    ];
  },
);

/** What a roster's script allows. */
export const roster: readonly ClaimGroup[] = [spend, recover, veto, follow];
