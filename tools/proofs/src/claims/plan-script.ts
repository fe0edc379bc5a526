import type { LinkedArtifact } from '@weir/contracts';
import { execute, executeCode, executeLinkedScript, frontOf, given, type LinkedRun } from '../execute/execute.js';
import { bytesItem, type Item } from '../execute/item.js';
import { and, equal, FALSE, implies, or, truth } from '../terms/bool.js';
import { concat, EMPTY, lengthOfBytes, numberOf, same, slice, whole } from '../terms/bytes.js';
import { add, int } from '../terms/int.js';
import type { Atom, Bool, Bytes } from '../terms/term.js';
import { artifactOf, type NamedArtifact } from './artifacts.js';
import type { ClaimGroup, Obligation } from './claim.js';

const HASH = 32;

const hash256 = (of: Bytes): Bytes => whole({ kind: 'hash', function: 'hash256', of });

/** A string that a spender pushes: any one, or any one of a length. */
const pushed = (name: string, length?: number): Bytes =>
  length === 0 ? EMPTY : whole(given(length === undefined ? name : `${name}, ${length} bytes`, length));

const linkedArtifactOf = (name: NamedArtifact): LinkedArtifact => {
  const artifact = artifactOf(name);
  if (!('shown' in artifact)) throw new Error(`${name} is not linked`);
  return artifact;
};

/** The hidden codes with their parameters, as they are when the address is made. */
const codeOf = (place: number): Bytes => pushed(`hidden code ${place}`);

/** What the script commits to: the hashes of its hidden codes, one behind the other. */
const hashesOf = ({ hidden }: LinkedArtifact): Bytes => hidden.map((_, place) => hash256(codeOf(place))).reduce(concat);

/** The 32 bytes of them from a place on: a hash, or the end of one and the beginning of the next. */
const bytesAt = (at: number): Bytes => {
  const [place, cut] = [Math.floor(at / HASH), at % HASH];
  const hashAt = (of: number): Atom => ({ kind: 'hash', function: 'hash256', of: codeOf(of) });
  if (cut === 0) return whole(hashAt(place));
  return concat(slice(hashAt(place), cut, HASH - cut), slice(hashAt(place + 1), 0, cut));
};

/** A spender's code, and what they push below it. */
interface Pushed {
  readonly before: Bytes;
  readonly behind: Bytes;
  readonly code: Bytes;
  /** Arguments and anything else, the lowest first. */
  readonly below: readonly Bytes[];
}

/** What the script does with it. No string has the hash of another one: that is assumed of the demanded hash. */
const runsOf = (artifact: LinkedArtifact, { before, behind, code, below }: Pushed) => {
  const hashes = hashesOf(artifact);
  const shown = concat(concat(before, hash256(code)), behind);
  const stack = [...below, before, behind, code].map(bytesItem);
  const runs = executeLinkedScript(artifact, bytesItem(hash256(hashes)), stack);
  return {
    runs,
    assumed: implies(
      same(hash256(shown), hash256(hashes)),
      and(equal(lengthOfBytes(shown), lengthOfBytes(hashes)), same(shown, hashes)),
    ),
  };
};

/** What a hidden code finds above a caller's items: nothing, or the script where parameters are in front of it. */
const givenTo = (artifact: LinkedArtifact): readonly Item[] =>
  artifact.hidden.slice(0, 1).flatMap((code) => frontOf(artifact, code, {}));

/** The stack goes to the code on top of it, without what the check has taken, and with the script where that is given. */
const isHandedOver = (artifact: LinkedArtifact, { called }: LinkedRun, { code, below }: Pushed): Bool => {
  const expected = [...below.map(bytesItem), ...givenTo(artifact)];
  return truth(
    called?.code === code &&
      called.stack.length === expected.length &&
      called.stack.every((item, place) => {
        const other = expected[place];
        return item.kind === 'bytes' && other?.kind === 'bytes' && item.value === other.value;
      }),
  );
};

const hashed = (artifact: LinkedArtifact): readonly Obligation[] => {
  const all = artifact.hidden.length * HASH;
  const code = pushed('code');
  const anyLength = { before: pushed('before'), behind: pushed('behind'), code, below: [pushed('argument')] };
  const { runs, assumed } = runsOf(artifact, anyLength);
  const between = lengthOfBytes(concat(anyLength.before, anyLength.behind));
  const ofAnyLength = runs.flatMap((run): readonly Obligation[] => [
    { name: 'there is such a code', given: [assumed, ...run.conditions], goal: undefined },
    {
      name: 'handed over, with its arguments alone',
      given: run.conditions,
      goal: isHandedOver(artifact, run, anyLength),
    },
    {
      name: 'hashed, with as many bytes beside its hash as the other hashes have',
      given: [assumed, ...run.conditions],
      goal: equal(add(between, int(HASH)), int(all)),
    },
  ]);
  const ofLengths = Array.from({ length: all - HASH + 1 }, (_, at) => {
    const one = { before: pushed('before', at), behind: pushed('behind', all - HASH - at), code, below: [] };
    const made = runsOf(artifact, one);
    return made.runs.map(({ conditions }): Obligation => ({
      name: at % HASH === 0 ? `hashed, behind ${at / HASH} others` : `hashed, at byte ${at}`,
      given: [made.assumed, ...conditions],
      goal: same(hash256(code), bytesAt(at)),
    }));
  });
  return [...ofAnyLength, ...ofLengths.flat()];
};

const shownAlone = (artifact: LinkedArtifact): readonly Obligation[] => {
  const [name = ''] = artifact.shown.functions.map((each) => each.name);
  const accepts = (paths: readonly { readonly conditions: readonly Bool[] }[]): Bool =>
    or(...paths.map(({ conditions }) => and(...conditions)));
  const script = executeLinkedScript(artifact, bytesItem(hash256(hashesOf(artifact))), []);
  const [byScript, byCode] = [accepts(script), accepts(execute(artifact, name))];
  return [
    {
      name: 'shown by nothing but the script',
      given: [],
      goal: and(
        truth(script.every(({ called }) => called === undefined)),
        implies(byScript, byCode),
        implies(byCode, byScript),
      ),
    },
    ...[1, 2].map((count): Obligation => {
      const stack = Array.from({ length: count }, (_, place) => bytesItem(pushed(`item ${place}`)));
      const runs = executeLinkedScript(artifact, bytesItem(hash256(hashesOf(artifact))), stack);
      return { name: `no other stack: ${count} of the script`, given: [accepts(runs)], goal: FALSE };
    }),
  ];
};

/** A code with too few or too many items below it never succeeds; of several functions one is named. */
const stacksOf = (artifact: LinkedArtifact): readonly Obligation[] =>
  artifact.hidden.flatMap((code) => {
    const names = code.functions.map(({ name }) => name).join(', ');
    const takes = code.functions.length > 1 ? 1 : 0;
    return [0, 1, 2].map((count): Obligation => {
      const below = Array.from({ length: count }, (_, place) => pushed(`item ${place}`));
      const paths = executeCode(artifact, code, [...below.map(bytesItem), ...givenTo(artifact)]);
      const [selector = EMPTY] = below;
      const isNamed = or(...code.functions.map((_, place) => equal(numberOf(selector), int(place))));
      return {
        name: `no other stack: ${count} of ${names}`,
        given: [or(...paths.map(({ conditions }) => and(...conditions)))],
        goal: count !== takes ? FALSE : and(truth(paths.length > 0), takes === 1 ? isNamed : truth(true)),
      };
    });
  });

const HIDDEN = {
  hashed:
    'a code that the script runs has a hash that is 32 bytes of the list of hashes that the address commits to: that of one of its hidden codes, or bytes of two, of which nobody knows a code. Assumed: no two strings have one hash',
  'handed over':
    'the code finds what is below it and the hashes, unchanged; above it the script itself, where its parameters are in front',
} as const;

/** That of a linked contract no hidden code runs but those that its address commits to. */
export const hiddenCodesOf = (name: NamedArtifact): ClaimGroup => ({
  name: `${name}/hidden codes`,
  artifacts: [name],
  claims: HIDDEN,
  obligations: () => hashed(linkedArtifactOf(name)),
});

/** That of a linked contract, whose shown function has no argument, nothing runs but the codes that its address commits to. */
export const scriptOf = (name: NamedArtifact): ClaimGroup => ({
  name: `${name}/script`,
  artifacts: [name],
  claims: {
    shown: 'without arguments the script does what its shown code does, and nothing else',
    ...HIDDEN,
    'no other stack':
      'one or two items, or a hidden code with more or fewer items than its selector, never succeed; a selector names one of its functions',
  },
  obligations: () => {
    const artifact = linkedArtifactOf(name);
    return [...shownAlone(artifact), ...hashed(artifact), ...stacksOf(artifact)];
  },
});

/** That of a linked plan nothing runs but the codes that its address commits to, each as its claims have it. */
export const planScripts: readonly ClaimGroup[] = (
  ['plan-vesting-bch', 'plan-vesting-token', 'plan-recurring-bch', 'plan-recurring-token'] as const
).map(scriptOf);
