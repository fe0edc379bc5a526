import { execute, given, type Path } from '../execute/execute.js';
import { and, atMost, equal, FALSE, implies, less, not, or } from '../terms/bool.js';
import { concat, literal, numberOf, padded, same, slice, whole } from '../terms/bytes.js';
import { add, field, int, ONE, ZERO } from '../terms/int.js';
import type { Bool, Bytes } from '../terms/term.js';
import { artifactOf } from './artifacts.js';
import type { ClaimGroup } from './claim.js';
import { onPath } from './on-paths.js';
import { input, isMutable, output, type Place } from './reading.js';
import { coversAll, hashOfKey, isSignedBy } from './signatures.js';

const COMMITMENT = 6;
const HEAD = literal(Uint8Array.of(1, 0));

const signer = (name: 'first' | 'second' | 'third'): Bytes => whole(given(name, 20));

const isOneOf = (hash: Bytes, ...names: readonly ('first' | 'second' | 'third')[]): Bool =>
  or(...names.map((name) => same(hash, signer(name))));

/** Two signers of three, each by a signature of the transaction; never one key twice. */
const areTwoSigners = (): Bool => {
  const [one, other] = [hashOfKey('key'), hashOfKey('otherKey')];
  return and(
    ...[isOneOf(one, 'first', 'second'), isOneOf(other, 'second', 'third'), not(same(one, other))],
    isSignedBy('signature', 'key'),
    isSignedBy('otherSignature', 'otherKey'),
  );
};

const isState = (coin: Place): Bool => and(isMutable(coin), same(slice(coin.commitment, 0, 2), HEAD));

const state = input(0, COMMITMENT);

const goesOn = (): Bool => {
  const next = padded(add(numberOf(slice(state.commitment, 2, 4)), ONE), 4).bytes;
  return and(
    same(output(0).lock, state.lock),
    same(output(0).category, state.category),
    same(whole(output(0).commitment), concat(HEAD, next)),
  );
};

const ends = (): Bool =>
  and(
    atMost(field('outputCount'), int(3)),
    ...[0, 1, 2].map((index) =>
      implies(
        less(int(index), field('outputCount')),
        and(
          not(same(output(index).lock, state.lock)),
          not(same(output(index).category, state.category)),
          not(same(output(index).category, state.id)),
        ),
      ),
    ),
  );

const group = (of: string, claims: ClaimGroup['claims'], obligations: ClaimGroup['obligations']): ClaimGroup => ({
  name: `vault/${of}`,
  artifacts: ['vault'],
  claims,
  obligations,
});

/** Parameters as a vault has them: three different hashes (`findVaultProblem`). */
const DISTINCT = and(
  ...[not(same(signer('first'), signer('second'))), not(same(signer('first'), signer('third')))],
  not(same(signer('second'), signer('third'))),
);

const onPaths = (paths: readonly Path[], claims: Readonly<Record<string, Bool>>, ...assumed: readonly Bool[]) =>
  paths.flatMap((path) => onPath(path, [...assumed, ...path.conditions], claims));

const spend = group(
  'spend',
  {
    'two signers':
      'two different keys of the three have each signed the transaction, at input 0; of types that cover every input and output',
  },
  () =>
    onPaths(
      execute(artifactOf('vault'), 'spend'),
      {
        'two signers': and(
          ...[equal(field('activeIndex'), ZERO), areTwoSigners()],
          ...[coversAll('signature'), coversAll('otherSignature')],
        ),
      },
      DISTINCT,
    ),
);

const spendOfState = group(
  "spend of the vault's state",
  {
    'goes on or ends':
      'of a coin whose commitment has 6 bytes: a state, a mutable NFT beginning with 0100, goes on at output 0 with the count + 1, or ends: three outputs at most, none with its category or at the address',
  },
  () =>
    onPaths(
      execute(artifactOf('vault'), 'spend', { activeIndex: ZERO, commitmentLength: COMMITMENT }),
      { 'goes on or ends': implies(isState(state), or(goesOn(), ends())) },
      DISTINCT,
    ),
);

const me = field('activeIndex');
const follower = input(me, COMMITMENT);

const follow = group(
  'follow',
  {
    'behind two signatures':
      'only behind a coin of the same locking bytecode at input 0, where spend alone can run; so two signatures cover it',
    'no state': 'a state is never spent behind input 0',
    'not at input 0': 'no path of follow succeeds at input 0',
  },
  () => [
    ...onPaths(execute(artifactOf('vault'), 'follow'), {
      'behind two signatures': and(less(ZERO, me), same(input(0).lock, input(me).lock)),
    }),
    ...onPaths(execute(artifactOf('vault'), 'follow', { activeIndex: me, commitmentLength: COMMITMENT }), {
      'no state': not(isState(follower)),
    }).map((each) => ({ ...each, name: `of 6 bytes, ${each.name}` })),
    ...execute(artifactOf('vault'), 'follow').map((path) => ({
      name: `path ${path.number}: not at input 0`,
      given: [equal(me, ZERO), ...path.conditions],
      goal: FALSE,
    })),
  ],
);

/** What the vault's script allows. */
export const vault: readonly ClaimGroup[] = [spend, spendOfState, follow];
