import { execute, functionsOf, given } from '../execute/execute.js';
import type { LoopModel } from '../execute/machine.js';
import { and, atMost, equal, FALSE, less, not, or } from '../terms/bool.js';
import { same, whole } from '../terms/bytes.js';
import { add, field, int, lengthOf, ONE, read, subtract, variable, ZERO } from '../terms/int.js';
import type { Bool, Bytes, Int } from '../terms/term.js';
import { artifactOf, type NamedArtifact } from './artifacts.js';
import type { ClaimGroup, Obligation } from './claim.js';
import { clockDemands, FORMS, MOVE, type Asset } from './plan-coin.js';
import { CLOCK_LOCK, input, isLockedTo, isMutable, output, unsignedAt, type Place } from './reading.js';

/** The covenants of streams, and where their commitments have the recipient. */
const PLANS = [
  ['plan-vesting-bch', 20],
  ['plan-vesting-token', 18],
  ['plan-recurring-bch', 20],
  ['plan-recurring-token', 18],
] as const;

const COVENANTS = PLANS.map(([name]) => name);

/**
 * Beside a stream at input 0 no other one of its plan can be spent, by any path, at any place.
 *
 * @param plans covenants, and where their commitments have the recipient
 * @param loop what is done with their loops
 */
export const aloneOf = (
  name: string,
  plans: readonly (readonly [NamedArtifact, number])[],
  loop?: LoopModel,
): ClaimGroup => ({
  name,
  artifacts: plans.map(([covenant]) => covenant),
  claims: {
    alone:
      'where input 0 is a state of the plan, no other stream of it is in the transaction, whether a move of it is pending or not: no path of any function can be taken at another input. Assumed: no recipient is an address of the plan',
  },
  obligations: () =>
    plans.flatMap(([covenant, recipient]) =>
      FORMS.flatMap((isPending) => {
        const artifact = artifactOf(covenant);
        const index = field('activeIndex');
        const length = recipient + (isPending ? 20 + MOVE : 20);
        const [first, stream] = [input(0), input(index, length)];
        const beside = [
          ...[atMost(ONE, index), isMutable(first), isMutable(stream), same(first.id, stream.id)],
          ...[
            equal(lengthOf(input(index).commitment), int(length)),
            not(isLockedTo(first, stream.commitment, recipient)),
          ],
        ];
        return functionsOf(artifact).flatMap((called) =>
          execute(artifact, called, { activeIndex: index, commitmentLength: length, ...(loop && { loop }) }).map(
            ({ conditions, number }): Obligation => ({
              name: `${covenant}/${called}${isPending ? ' while a move is pending' : ''} path ${number}: alone`,
              given: [...beside, ...conditions],
              goal: FALSE,
            }),
          ),
        );
      }),
    ),
});

const indexOf = (state: Place): Int => unsignedAt(state.commitment, 0, 2);

const clock: ClaimGroup = {
  name: 'plan-clock/spend',
  artifacts: ['plan-clock'],
  claims: {
    'its own stream':
      "a clock is spent only where input 0 is the mutable NFT of its category whose index is the clock's amount, and which holds no units",
    'an end or all units':
      'output 0 is not that NFT, or holds all of the units again: a payment that goes on never spends a clock',
  },
  obligations: () =>
    execute(artifactOf('plan-clock'), 'spend').flatMap(({ conditions, number }) => {
      const [mine, state] = [input(field('activeIndex')), input(0)];
      const positive = less(indexOf(state), int(32_768));
      const goesOn = and(isMutable(output(0)), same(output(0).id, state.id), equal(output(0).amount, state.amount));
      const facts = [equal(mine.kind, ONE), less(ZERO, mine.amount), positive, ...conditions];
      return [
        { name: `path ${number}: can be taken`, given: facts, goal: undefined },
        {
          name: `path ${number}: its own stream`,
          given: facts,
          goal: and(
            isMutable(state),
            same(state.id, mine.id),
            equal(state.amount, ZERO),
            equal(indexOf(state), mine.amount),
          ),
        },
        { name: `path ${number}: an end or all units`, given: [...facts, goesOn], goal: FALSE },
      ];
    }),
};

const companion: ClaimGroup = {
  name: 'plan-companion/spend',
  artifacts: ['plan-companion'],
  claims: {
    'behind its state':
      'a companion is spent only right behind the output that is right before it in its own transaction',
  },
  obligations: () =>
    execute(artifactOf('plan-companion'), 'spend').flatMap(({ conditions, number }) => {
      const index = field('activeIndex');
      const before = subtract(index, ONE);
      const hash = (at: Int) => whole(read('outpointHash', at));
      return [
        { name: `path ${number}: can be taken`, given: conditions, goal: undefined },
        {
          name: `path ${number}: behind its state`,
          given: conditions,
          goal: and(
            atMost(ONE, index),
            same(hash(index), hash(before)),
            equal(field('outpointIndex', index), add(field('outpointIndex', before), ONE)),
          ),
        },
      ];
    }),
};

/** An output that a transition demands: where, and what it then is. */
interface Demand {
  readonly slot: Int;
  readonly is: (at: Place) => Bool;
  /** State and companion: a clock or a payment is not made by every transition. */
  readonly isHolding: boolean;
}

/** A stream of one transaction, and what its transition demands, as the claims about its paths have it. */
interface Member {
  readonly asset: Asset;
  /** Of its input. */
  readonly index: Int;
  /** In its plan: the first two bytes of its commitment. */
  readonly number: Int;
  readonly id: Bytes;
  readonly token: Bytes;
  readonly recipient: Bytes;
}

const COMPANION_LOCK = whole(given('companionLock'));

const hashOfLock = (lock: Bytes): Bytes => whole({ kind: 'hash', function: 'hash160', of: lock });

const memberOf = (name: string, asset: Asset, index: Int): Member => ({
  asset,
  index,
  number: variable(`${name}.number`),
  id: whole(given(`${name}.category`, 32)),
  token: whole(given(`${name}.token`, 32)),
  recipient: whole(given(`${name}.recipient`, 20)),
});

const has = (kind: number, id: Bytes) => (at: Place) => and(equal(at.kind, int(kind)), same(at.id, id));

const demandsOf = (
  { asset, id, token, recipient, number }: Member,
  first: Int,
  withClock: boolean,
): readonly Demand[] => {
  const isState = (at: Place) => and(has(2, id)(at), equal(indexOf(at), number));
  const isCompanion = (at: Place) => and(has(1, token)(at), same(at.lock, COMPANION_LOCK));
  const isClock = (at: Place) => and(has(1, id)(at), same(at.lock, CLOCK_LOCK));
  const isPayee = (at: Place) =>
    and(same(hashOfLock(at.lock), recipient), asset === 'BCH' ? equal(at.kind, ZERO) : has(1, token)(at));
  const all = [isState, ...(asset === 'BCH' ? [] : [isCompanion]), ...(withClock ? [isClock] : []), isPayee];
  const held = asset === 'BCH' ? 1 : 2;
  return all.map((is, place) => ({ slot: add(first, int(place)), is, isHolding: place < held }));
};

/** What a move demands: state and companion at the places of its inputs. */
const demandsOfMove = (member: Member): readonly Demand[] =>
  demandsOf(member, member.index, false).filter(({ isHolding }) => isHolding);

const slotOf = ({ asset, index }: Member): Int =>
  asset === 'BCH' ? subtract(add(index, index, index), int(2)) : subtract(add(index, index), ONE);

/** What a genesis checks of parties: none is the address of the clock or of a companion. */
const isParty = ({ recipient }: Member): Bool =>
  and(not(same(recipient, hashOfLock(CLOCK_LOCK))), not(same(recipient, hashOfLock(COMPANION_LOCK))));

/** The coins of both are at different inputs; a companion is behind its state. */
const areApart = (left: Member, right: Member): Bool => {
  const ends = (member: Member) => (member.asset === 'BCH' ? member.index : add(member.index, ONE));
  return or(less(ends(left), right.index), less(ends(right), left.index));
};

/** One plan has one product, so streams of BCH and of tokens are of different categories. No number is twice in a plan. */
const areOfTheirPlans = (left: Member, right: Member): Bool => {
  const areOfTwo = not(same(left.id, right.id));
  return left.asset === right.asset ? or(areOfTwo, not(equal(left.number, right.number))) : areOfTwo;
};

const shareNothing = (
  name: string,
  facts: readonly Bool[],
  left: readonly Demand[],
  right: readonly Demand[],
): readonly Obligation[] =>
  left.flatMap((one, first) =>
    right.map((other, second) => ({
      name: `${name}, outputs ${first} and ${second}: no two for one`,
      given: [
        ...[...facts, equal(one.slot, other.slot), one.is(output(one.slot)), other.is(output(one.slot))],
        // A companion is behind its state, so two at one place have their states at one place, too.
        ...[...left, ...right].filter(({ isHolding }) => isHolding).map(({ slot, is }) => is(output(slot))),
      ],
      goal: FALSE,
    })),
  );

const ASSETS = ['BCH', 'TOKEN'] as const;

const slots: ClaimGroup = {
  name: 'plan-siblings/slots',
  artifacts: COVENANTS,
  claims: {
    'no two for one':
      'no state, companion, clock or payment of one stream is one of another, of the same or another plan: for every two transitions in one transaction, moves among them, so for any number of them',
  },
  obligations: () => {
    const [i, j] = [variable('i'), variable('j')];
    const signedPairs = ASSETS.flatMap((asset) =>
      ASSETS.flatMap((other) => {
        const [left, right] = [memberOf('left', asset, i), memberOf('right', other, j)];
        const facts = [
          ...[atMost(ONE, i), atMost(ONE, j), areApart(left, right), areOfTheirPlans(left, right)],
          ...[isParty(left), isParty(right), not(same(COMPANION_LOCK, CLOCK_LOCK))],
        ];
        // A resume demands the same outputs but for the clock, which is then anybody's.
        return shareNothing(
          `${asset} and ${other} beside the sender's coin`,
          facts,
          demandsOf(left, slotOf(left), true),
          demandsOf(right, slotOf(right), true),
        );
      }),
    );
    const beside = ASSETS.flatMap((asset) =>
      ASSETS.flatMap((other) => {
        const [left, right] = [memberOf('left', asset, ZERO), memberOf('right', other, j)];
        // At input 0 no sibling is beside it (plan-siblings/alone): the other one is of another plan.
        const facts = [
          ...[atMost(ONE, j), areApart(left, right), not(same(left.id, right.id))],
          ...[isParty(left), isParty(right), not(same(COMPANION_LOCK, CLOCK_LOCK))],
        ];
        return shareNothing(
          `${asset} at input 0 and ${other} of another plan`,
          facts,
          demandsOf(left, ZERO, false),
          demandsOf(right, slotOf(right), true),
        );
      }),
    );
    const moved = ASSETS.flatMap((asset) =>
      ASSETS.flatMap((other) => {
        const [left, right] = [memberOf('left', asset, i), memberOf('right', other, j)];
        const facts = [
          ...[atMost(ONE, i), atMost(ONE, j), areApart(left, right), areOfTheirPlans(left, right)],
          ...[isParty(left), isParty(right), not(same(COMPANION_LOCK, CLOCK_LOCK))],
        ];
        const first = memberOf('left', asset, ZERO);
        const besideFirst = [
          ...[atMost(ONE, j), areApart(first, right), not(same(first.id, right.id))],
          ...[isParty(first), isParty(right), not(same(COMPANION_LOCK, CLOCK_LOCK))],
        ];
        return [
          ...shareNothing(
            `${asset} beside the sender's coin and a move of ${other}`,
            facts,
            demandsOf(left, slotOf(left), true),
            demandsOfMove(right),
          ),
          ...shareNothing(`a move of ${asset} and one of ${other}`, facts, demandsOfMove(left), demandsOfMove(right)),
          ...shareNothing(
            `${asset} at input 0 and a move of ${other} of another plan`,
            besideFirst,
            demandsOf(first, ZERO, false),
            demandsOfMove(right),
          ),
        ];
      }),
    );
    return [...signedPairs, ...beside, ...moved];
  },
};

/** Members of one transaction for which the sums are written out. */
const MEMBERS = 4;

const units: ClaimGroup = {
  name: 'plan-siblings/units',
  artifacts: [...COVENANTS, 'plan-clock'],
  claims: {
    'no unit is free': `where no stream is at input 0, up to ${MEMBERS} streams of a plan that are stopped, resumed or moved: their states and clocks take all units and all mutable NFTs, none is left for another output`,
    'no unit is free at input 0':
      'a stream at input 0 that goes on or settles takes all units that come in; an end leaves none, since no output has a token',
  },
  obligations: () => {
    const all = Array.from({ length: MEMBERS }, (_, index) => index);
    const came = all.map((index) => variable(`units in ${index}`));
    const states = all.map((index) => variable(`units of state ${index}`));
    const clocks = all.map((index) => variable(`units of clock ${index}`));
    const [more, moreStates] = [variable('units elsewhere'), variable('mutable NFTs elsewhere')];
    const present = all.map((index) => variable(`member ${index}`));
    // By the claims of cancel, stop, resume, announce and finish: a state and its clock take what came, at outputs of their own.
    const balanced = all.flatMap((index) => {
      const [unit, state, tick, here] = [
        came[index] ?? ZERO,
        states[index] ?? ZERO,
        clocks[index] ?? ZERO,
        present[index] ?? ZERO,
      ];
      return [
        atMost(ZERO, unit),
        atMost(ZERO, state),
        atMost(ZERO, tick),
        atMost(ZERO, here),
        equal(add(state, tick), unit),
      ];
    });
    // By the ledger: no token of a category that exists comes from nowhere, and a mutable NFT makes at most one.
    const ledger = [
      ...[atMost(ZERO, more), atMost(add(...states, ...clocks, more), add(...came))],
      ...[atMost(ZERO, moreStates), atMost(add(...present, moreStates), add(...present))],
    ];
    const [stays, mine] = [input(0), input(variable('clock'))];
    const isMine = and(isMutable(stays), equal(mine.kind, ONE), same(mine.id, stays.id), atMost(ONE, mine.index));
    const goesOn = and(isMutable(output(0)), same(output(0).id, stays.id));
    return [
      {
        name: 'no unit is free',
        given: [...balanced, ...ledger],
        goal: and(equal(more, ZERO), equal(moreStates, ZERO)),
      },
      {
        name: 'no unit is free at input 0: goes on with its units, beside a clock',
        given: [
          ...[isMine, less(ZERO, mine.amount), less(indexOf(stays), int(32_768)), ...clockDemands(mine)],
          ...[goesOn, equal(output(0).amount, stays.amount)],
        ],
        goal: FALSE,
      },
      {
        name: 'no unit is free at input 0: settles',
        given: [isMine, less(indexOf(stays), int(32_768)), ...clockDemands(mine), goesOn],
        goal: and(equal(output(0).amount, mine.amount), equal(stays.amount, ZERO)),
      },
    ];
  },
};

/** Claims about streams of one plan, or of several, in one transaction. */
export const planSiblings: readonly ClaimGroup[] = [
  aloneOf('plan-siblings/alone', PLANS),
  slots,
  units,
  clock,
  companion,
];
