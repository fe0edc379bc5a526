import { executeTurn, given } from '../execute/execute.js';
import { bytesItem, bytesOf, intItem, isTrue, valueOf, type Item } from '../execute/item.js';
import { and, atMost, equal, less, not, or } from '../terms/bool.js';
import { concat, lengthOfBytes, same, split, whole } from '../terms/bytes.js';
import { divide, int, isZero, multiply, ONE, power, remainder, subtract, variable, ZERO } from '../terms/int.js';
import type { Bool, Bytes, Int } from '../terms/term.js';
import { FORMS, type Form } from './airdrop-forms.js';
import type { ClaimGroup, Obligation } from './claim.js';
import { onPath } from './on-paths.js';

/** What a loop that climbs a tree has on the stack. */
export interface Climb {
  readonly proof: Bytes;
  /** Nodes of the same place: of the tree before a claim, and after it. */
  readonly before: Bytes;
  readonly after: Bytes;
  readonly path: Int;
  /** In a public campaign: which siblings are given, and the node of an empty subtree. */
  readonly map: Int;
  readonly empty: Bytes;
}

const symbols = (prefix: string): Climb => ({
  proof: whole(given(`${prefix}Proof`)),
  before: whole(given(`${prefix}Before`, 32)),
  after: whole(given(`${prefix}After`, 32)),
  path: variable(`${prefix}Path`),
  map: variable(`${prefix}Map`),
  empty: whole(given(`${prefix}Empty`, 32)),
});

/** What a loop leaves, as symbols: nothing is known of it but what the script demands behind the loop. */
export const CLIMBED: Climb = symbols('climbed');

/** A climb as the loop of a form has it on the stack, the lowest first. */
export const itemsOf = ({ isPublic }: Pick<Form, 'isPublic'>, climb: Climb): readonly Item[] => [
  ...(isPublic ? [intItem(climb.map)] : []),
  ...[climb.proof, climb.after, climb.before].map(bytesItem),
  ...(isPublic ? [bytesItem(climb.empty)] : []),
  intItem(climb.path),
];

/** The opposite: what a loop found. @throws Error where the items are not as many */
export const climbOf = ({ isPublic }: Pick<Form, 'isPublic'>, items: readonly Item[]): Climb => {
  const [map, rest] = isPublic ? [items[0], items.slice(1)] : [undefined, items];
  const [proof, after, before, ...more] = rest;
  const [empty, path] = isPublic ? more : [undefined, ...more];
  if (proof === undefined || after === undefined || before === undefined || path === undefined)
    throw new Error('The loop found less than it takes');
  return {
    proof: bytesOf(proof),
    after: bytesOf(after),
    before: bytesOf(before),
    path: valueOf(path),
    map: map === undefined ? ZERO : valueOf(map),
    empty: empty === undefined ? CLIMBED.empty : bytesOf(empty),
  };
};

const sha256 = (of: Bytes): Bytes => whole({ kind: 'hash', function: 'sha256', of });

/** A climb a level higher, by a sibling of which the path says the side. */
const above = (climb: Climb, sibling: Bytes, proof: Bytes): Climb => {
  const { left, right } = split(sibling, multiply(remainder(climb.path, int(2)), power(5)));
  const node = (of: Bytes): Bytes => sha256(concat(concat(left, of), right));
  return {
    proof,
    before: node(climb.before),
    after: node(climb.after),
    empty: sha256(concat(climb.empty, climb.empty)),
    path: divide(climb.path, int(2)),
    map: divide(climb.map, int(2)),
  };
};

const isSame = ({ isPublic }: Form, left: Climb, right: Climb): Bool =>
  and(
    ...[same(left.proof, right.proof), same(left.before, right.before), same(left.after, right.after)],
    equal(left.path, right.path),
    ...(isPublic ? [equal(left.map, right.map), same(left.empty, right.empty)] : []),
  );

/** One turn of the loop of a form, from any stack. */
const turn = (form: Form): ClaimGroup => {
  const words = form.isPublic
    ? 'if the lowest bit of the map is set, the sibling is the last 32 bytes of the proof, which are not the node of an empty subtree; if not, it is that node'
    : 'the sibling is the first 32 bytes of the proof';
  return {
    name: `${form.name}/turn`,
    artifacts: [form.name],
    claims: {
      'climbs a level': `${words}. Both nodes become the hashes of their children, the sibling on the side that the lowest bit of the path says; path and map lose that bit, and the proof the sibling`,
      'ends at the root': 'the loop ends with this turn exactly if the path is then 1',
    },
    obligations: () => {
      const start = symbols('turn');
      const { proof, map, path } = start;
      // What the script demands before the loop.
      const assumed = [less(ONE, path), ...(form.isPublic ? [atMost(ZERO, map)] : [])];
      const first = split(proof, int(32));
      const last = split(proof, subtract(lengthOfBytes(proof), int(32)));
      const isGiven = not(isZero(remainder(map, int(2))));
      return executeTurn(form.artifact, itemsOf(form, start)).flatMap(({ number, conditions, left }) => {
        const end = left.at(-1);
        if (end === undefined) throw new Error('A turn leaves nothing');
        const climbed = climbOf(form, left.slice(0, -1));
        const climbs = form.isPublic
          ? or(
              and(
                isGiven,
                isSame(form, climbed, above(start, last.right, last.left)),
                not(same(last.right, start.empty)),
              ),
              and(not(isGiven), isSame(form, climbed, above(start, start.empty, proof))),
            )
          : isSame(form, climbed, above(start, first.left, first.right));
        const ends = or(
          and(isTrue(end), equal(climbed.path, ONE)),
          and(not(isTrue(end)), not(equal(climbed.path, ONE))),
        );
        return onPath({ number, conditions, steps: 0, entry: [] }, [...assumed, ...conditions], {
          'climbs a level': climbs,
          'ends at the root': ends,
        });
      });
    },
  };
};

/** Levels of the deepest tree: that of a public campaign. */
const LEVELS = 64;

/** A path with its highest bit at a level. */
const isAtLevel = (path: Int, level: number): Bool => and(atMost(power(level), path), less(path, power(level + 1)));

/** That the bit above a path counts the turns. */
const turns: ClaimGroup = {
  name: 'lemma/turns',
  artifacts: [],
  claims: {
    'a turn for each level':
      'a path whose highest bit is at level n is one at level n - 1 after a turn, and 1 exactly at level 0. So a loop takes as many turns as the tree has levels, for 1 to 64 of them',
  },
  obligations: () => {
    const path = variable('path');
    return Array.from({ length: LEVELS }, (_, level): Obligation => {
      const next = divide(path, int(2));
      const isRoot = equal(next, ONE);
      return {
        name: `level ${level + 1}: a turn for each level`,
        given: [isAtLevel(path, level + 1)],
        goal: and(isAtLevel(next, level), level === 0 ? isRoot : not(isRoot)),
      };
    });
  },
};

/** What the loops of claims do. */
export const airdropLoops: readonly ClaimGroup[] = [turns, ...FORMS.map(turn)];
