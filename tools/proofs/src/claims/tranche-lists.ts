import { executeTurn, given, type LinkedArtifact, type Path } from '../execute/execute.js';
import { bytesItem, bytesOf, isTrue } from '../execute/item.js';
import type { LoopModel } from '../execute/machine.js';
import { and, atMost, equal, FALSE, implies, less, not, or, truth } from '../terms/bool.js';
import { concat, EMPTY, lengthOfBytes, literal, same, slice, whole } from '../terms/bytes.js';
import { add, int, multiply, subtract, unsigned, variable, ZERO } from '../terms/int.js';
import type { Atom, Bool, Bytes, Int } from '../terms/term.js';
import { artifactOf, type NamedArtifact } from './artifacts.js';
import type { ClaimGroup, Obligation } from './claim.js';
import { onPath } from './on-paths.js';
import { fee, floor } from './plan-coin.js';
import { between, sameBytes } from './reading.js';

/** Bytes of a tranche in a list: its date, and what is left of the principal after it. */
const [DATE, LEFT] = [4, 7];
const ENTRY = DATE + LEFT;
const HASH = 32;
/** Satoshis of reserve beside a fee that a tranche has from its genesis on: the bytes that its payment alone shows. */
const ALONE = ENTRY + HASH;

/** The covenants of lists. */
export type ListName = Extract<NamedArtifact, `tranches-${string}`>;

const sha256 = (of: Bytes): Bytes => whole({ kind: 'hash', function: 'sha256', of });

/** A list with a tranche before it. */
const listOf = (entry: Atom, after: Bytes): Bytes => sha256(concat(whole(entry), after));

const dateOf = (entry: Atom): Int => unsigned(entry, 0, DATE);
const leftOf = (entry: Atom): Int => unsigned(entry, DATE, LEFT);

const earlier = given('earlier');
const last = given('last', ENTRY);
const remaining = given('remaining', HASH);
/** What the loop leaves: nothing is known of it but what the script demands behind the loop, and what a turn does. */
const folded = given('folded', HASH);

const entries = concat(whole(earlier), whole(last));
const shown = concat(entries, whole(remaining));

/** What a payment shows: any tranches, the last of which is named, and the hash of the list that remains. */
export const SHOWN = {
  date: dateOf(last),
  /** What is left of the principal after the last tranche shown. */
  left: leftOf(last),
  remaining: whole(remaining),
  length: lengthOfBytes(shown),
} as const;

/** The loop leaves anything. */
export const LIST_LOOP: LoopModel = { kind: 'opaque', leaves: [bytesItem(whole(folded)), bytesItem(EMPTY)] };

/** Each argument that has 43 bytes or more is of this form; with fewer no path can be taken, as is claimed. */
export const SHOWN_FORM = { loop: LIST_LOOP, forms: new Map([['shown', shown]]) } as const;

/** The loop begins with the hash of the list that remains and with all that is shown before it, and ends with the list of a state. */
export const isOfList = ({ entry: [hash, found] }: Path, commitment: Atom, from: number): Bool =>
  hash === undefined || found === undefined
    ? FALSE
    : and(
        same(bytesOf(hash), whole(remaining)),
        same(bytesOf(found), entries),
        same(whole(folded), slice(commitment, from, HASH)),
      );

/** What a sound genesis ensures of each tranche of a list: its date is a time, and it pays the least that may be paid at least. */
export const isOfSoundList = (principal: Int, least: Int): Bool =>
  and(
    between(500_000_000, SHOWN.date, 0xffff_ffffn),
    between(0, SHOWN.left, subtract(principal, least)),
    or(equal(SHOWN.left, ZERO), atMost(least, SHOWN.left)),
  );

/** What is shown has fewer bytes than a tranche and a hash. */
export const showsTooLittle = (): Bool => less(lengthOfBytes(whole(given('shown'))), int(ALONE));

const turnsOf = (artifact: LinkedArtifact, called: string): readonly Obligation[] => {
  const hash = given('hash', HASH);
  const [some, few] = [entries, whole(given('few'))];
  const turns = executeTurn(artifact, [whole(hash), some].map(bytesItem), called).flatMap(
    ({ number, conditions, left: [next, rest, end] }) => {
      if (next === undefined || rest === undefined || end === undefined) throw new Error('A turn leaves too little');
      const isLast = equal(lengthOfBytes(whole(earlier)), ZERO);
      return onPath({ number, conditions, steps: 0, entry: [] }, conditions, {
        'a tranche before': and(
          same(bytesOf(next), listOf(last, whole(hash))),
          same(bytesOf(rest), whole(earlier)),
          or(and(isTrue(end), isLast), and(not(isTrue(end)), not(isLast))),
        ),
      });
    },
  );
  const tooFew = executeTurn(artifact, [whole(hash), few].map(bytesItem), called).map(
    ({ number, conditions }): Obligation => ({
      name: `path ${number}: never fewer bytes`,
      given: [less(lengthOfBytes(few), int(ENTRY)), ...conditions],
      goal: FALSE,
    }),
  );
  return [...turns, ...tooFew].map((each) => ({ ...each, name: `${called}, ${each.name}` }));
};

/** One turn of the loops of a covenant, from any stack. */
export const listTurns = (name: ListName): ClaimGroup => ({
  name: `${name}/turn`,
  artifacts: [name],
  claims: {
    'a tranche before':
      'a turn takes the last 11 bytes that are shown, and the hash becomes that of these bytes and the hash before: of the list that begins with this tranche. It is the last turn exactly if nothing else is shown',
    'never fewer bytes': 'no turn succeeds with fewer than 11 bytes',
  },
  obligations: () => {
    const artifact = artifactOf(name);
    if (!('shown' in artifact)) throw new Error(`${name} is not linked`);
    return ['pay', 'end', 'collect'].flatMap((called) => turnsOf(artifact, called));
  },
});

/** Tranches of the lists of the lemma. */
const TRANCHES = 4;
/** Behind the last tranche of each list. */
const NOTHING = literal(new Uint8Array(HASH));

/** A list, and what is left of the principal before each of its tranches. */
interface List {
  readonly entries: readonly Atom[];
  /** The list from each place on. */
  readonly from: readonly Bytes[];
  readonly lefts: readonly Int[];
  readonly sound: Bool;
}

const soundList = (): List => {
  const all = Array.from({ length: TRANCHES }, (_, place) => given(`tranche ${place + 1}`, ENTRY));
  const from = all.reduceRight<Bytes[]>((behind, entry) => [listOf(entry, behind[0] ?? NOTHING), ...behind], [NOTHING]);
  const lefts = [variable('principal'), ...all.map(leftOf)];
  const least = variable('least');
  const steps = lefts.slice(1).map((left, place) => atMost(left, subtract(lefts[place] ?? ZERO, least)));
  const dates = all.slice(1).map((entry, place) => less(dateOf(all[place] ?? entry), dateOf(entry)));
  return {
    entries: all,
    from,
    lefts,
    sound: and(less(ZERO, least), equal(lefts[TRANCHES] ?? ZERO, ZERO), ...steps, ...dates),
  };
};

/** What is said of two strings that are hashed: none have one hash. */
const haveOneHash = (left: Bytes, right: Bytes): Bool => implies(same(sha256(left), sha256(right)), same(left, right));

/** A payment that shows so many tranches of a list of which so many are paid, and leads to the list of the state. */
const paymentOf = ({ entries: all, from, lefts, sound }: List, paid: number, count: number): readonly Obligation[] => {
  const some = Array.from({ length: count }, (_, place) => given(`shown ${place + 1}`, ENTRY));
  const rest = given('rest', HASH);
  const chains = some.reduceRight<Bytes[]>(
    (behind, entry) => [listOf(entry, behind[0] ?? EMPTY), ...behind],
    [whole(rest)],
  );
  const matched = Math.min(count, TRANCHES - paid);
  const noCollision = Array.from({ length: matched }, (_, place) =>
    haveOneHash(
      concat(whole(some[place] ?? rest), chains[place + 1] ?? EMPTY),
      concat(whole(all[paid + place] ?? rest), from[paid + place + 1] ?? EMPTY),
    ),
  );
  // Of 32 zero bytes nobody knows what has this hash.
  const noPreimage = chains.slice(0, -1).map((chain) => not(same(chain, NOTHING)));
  const given_ = [sound, ...noCollision, ...noPreimage, same(chains[0] ?? EMPTY, from[paid] ?? EMPTY)];
  const words = `${count} shown of a list of which ${paid} of ${TRANCHES} are paid`;
  if (count > TRANCHES - paid) return [{ name: `${words}: never more`, given: given_, goal: FALSE }];
  const [left, lastShown] = [lefts[paid + count] ?? ZERO, some[count - 1] ?? rest];
  const amounts = Array.from({ length: count }, (_, place) =>
    subtract(lefts[paid + place] ?? ZERO, lefts[paid + place + 1] ?? ZERO),
  );
  return [
    { name: `${words}: there is such a payment`, given: given_, goal: undefined },
    {
      name: `${words}: the next tranches`,
      given: given_,
      goal: and(
        ...some.flatMap((entry, place) => {
          const next = all[paid + place] ?? entry;
          return [sameBytes(entry, next, 0, DATE), sameBytes(entry, next, DATE, LEFT)];
        }),
        same(whole(rest), from[paid + count] ?? EMPTY),
      ),
    },
    {
      name: `${words}: their amounts`,
      given: given_,
      goal: and(
        equal(leftOf(lastShown), left),
        equal(subtract(lefts[paid] ?? ZERO, leftOf(lastShown)), add(...amounts)),
        truth(amounts.length > 0),
      ),
    },
    {
      name: `${words}: no date to come`,
      given: given_,
      goal: and(...some.map((entry) => atMost(dateOf(entry), dateOf(lastShown)))),
    },
  ];
};

/** What follows from a turn for the payments of a list: for lists of four, and of longer ones by the same steps. */
export const listLemma: ClaimGroup = {
  name: 'lemma/tranche-lists',
  artifacts: [],
  claims: {
    'the next tranches':
      'what a payment shows is the next tranches of the list, each one, and the list after them. So none is paid twice or passed over. Assumed: no two strings have one hash, and nobody knows one whose hash is 32 zero bytes',
    'their amounts': 'what is paid, the principal less what the last tranche shown leaves, is the sum of their amounts',
    'no date to come':
      'no tranche shown has a later date than the last one, whose date the script compares with the time',
    'never more': 'a payment never shows more tranches than are left',
    'a fee for each':
      'where the reserve has a fee and 43 satoshis for each tranche above the floor, it has them for each that is then left, however many a payment shows: small payments use nothing up',
  },
  obligations: () => {
    const list = soundList();
    const payments = Array.from({ length: TRANCHES }, (_, paid) =>
      Array.from({ length: TRANCHES - paid + 1 }, (__, more) => paymentOf(list, paid, more + 1)),
    );
    const [tranches, count, reserve, after] = ['tranches', 'count', 'reserve', 'after'].map(variable);
    if (tranches === undefined || count === undefined || reserve === undefined || after === undefined) return [];
    const each = add(fee, int(ALONE));
    const covers = (of: Int, many: Int): Bool => atMost(add(floor, multiply(many, each)), of);
    return [
      ...payments.flat(2),
      {
        name: 'a fee for each',
        given: [
          ...[between(1, count, tranches), atMost(ZERO, fee), covers(reserve, tranches)],
          ...[atMost(subtract(reserve, add(fee, int(HASH), multiply(count, int(ENTRY)))), after), atMost(floor, after)],
        ],
        goal: covers(after, subtract(tranches, count)),
      },
    ];
  },
};
