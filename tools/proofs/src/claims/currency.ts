import {
  execute,
  executeCode,
  executeLinkedScript,
  given,
  type LinkedArtifact,
  type Path,
} from '../execute/execute.js';
import { bytesItem } from '../execute/item.js';
import { and, atMost, equal, FALSE, flag, implies, less, not, or, signed as isSigned, truth } from '../terms/bool.js';
import { lengthOfBytes, numberOf, same, slice, whole } from '../terms/bytes.js';
import {
  add,
  choose,
  divide,
  field,
  int,
  larger,
  lengthOf,
  multiply,
  ONE,
  power,
  remainder,
  smaller,
  subtract,
  unsigned,
  variable,
  ZERO,
} from '../terms/int.js';
import { rewriter } from '../terms/rewrite.js';
import type { Bool, Bytes, Int } from '../terms/term.js';
import { artifactOf } from './artifacts.js';
import { dueOnce, dueTwice, factsOf, gap, isZero, months } from './calendar-dates.js';
import type { ClaimGroup, Obligation } from './claim.js';
import { onPath } from './on-paths.js';
import {
  between,
  CLOCK_LOCK,
  hasNoToken,
  input,
  isLockedTo,
  isMutable,
  noTokensIn,
  output,
  type Place,
  sameBytes,
  unsignedAt,
} from './reading.js';

/** Whether periods are equal or by the calendar, and then how many paydays a month has. */
type Form = 'currency-payment' | 'currency-calendar' | 'currency-calendar-twice';
const LENGTH = 45;
const SATOSHIS_PER_BCH = int(100_000_000);
const LEAST_OUTPUT = int(576);
const MAX_SATOSHIS = int(2_100_000_000_000_000n);

const [interval, grace, lowest, highest] = [
  variable('interval'),
  variable('grace'),
  variable('lowest'),
  variable('highest'),
];
const [fee, bound, floor, reserve] = [variable('fee'), variable('bound'), variable('floor'), variable('reserve')];
const [notice, least] = [variable('notice'), variable('least')];
const sender = whole(given('sender'));
const pausable = flag('pausable');
const locktime = field('locktime');

/** Terms as a sound genesis has them, but for the dates: wider than what readers accept. */
const sharedTerms = (rhythm: Bool): Bool =>
  and(
    ...[rhythm, between(3_600, grace, 0xffff_ffffn), between(12, notice, 65_535)],
    ...[atMost(ONE, lowest), atMost(lowest, highest), atMost(highest, int(0x7fff_ffff))],
    ...[between(738, fee, 8_388_607), between(1_530, bound, 8_388_607), atMost(add(bound, LEAST_OUTPUT), floor)],
    ...[atMost(add(floor, fee), reserve), atMost(add(floor, bound), reserve), atMost(reserve, int(8_388_607))],
    between(1_530, least, (1n << 39n) - 1n),
  );

const paymentAt = (state: Place) => {
  const { commitment } = state;
  const at = (from: number, length: number): Int => unsignedAt(commitment, from, length);
  return {
    state,
    index: at(0, 2),
    status: at(2, 1),
    left: at(3, 2),
    open: at(5, 2),
    next: at(7, 5),
    debt: at(12, 7),
    amount: at(19, 6),
  };
};
type Payment = ReturnType<typeof paymentAt>;
type Field = Exclude<keyof Payment, 'state'>;

/** The latest date that a script reads as positive. */
const LAST_DATE = (1n << 39n) - 1n;
const MOST_AMOUNT = (1n << 47n) - 1n;

/** What a sound genesis makes and every step keeps. @param keeps satoshis that the output has at least */
const isSoundAt = (payment: Payment, keeps: Int, isDate: Bool): Bool => {
  const { state, index, status, left, open, debt, amount } = payment;
  const [isActive, isCancelled] = [equal(status, ZERO), equal(status, int(2))];
  return and(
    ...[between(1, index, 32_767), between(0, status, 2), between(0, left, 32_767), atMost(open, left)],
    ...[isDate, less(debt, power(55)), between(1, amount, MOST_AMOUNT)],
    ...[
      isMutable(state),
      implies(isActive, equal(state.amount, index)),
      implies(not(isActive), equal(state.amount, ZERO)),
    ],
    ...[atMost(keeps, state.value), atMost(state.value, MAX_SATOSHIS)],
    or(equal(open, left), and(or(isActive, isCancelled), atMost(open, ONE))),
  );
};

/** The payment goes on at a place, with the same index, amount and recipient. */
const goesOn = (before: Payment, after: Payment): Bool =>
  and(
    ...[same(after.state.lock, before.state.lock), same(after.state.category, before.state.category)],
    sameBytes(before.state.commitment, after.state.commitment, 0, 2),
    sameBytes(before.state.commitment, after.state.commitment, 19, 26),
  );

const sameFields = (before: Payment, after: Payment, ...names: readonly Field[]): Bool =>
  and(...names.map((name) => equal(after[name], before[name])));

const sameUnits = (before: Payment, after: Payment): Bool => equal(after.state.amount, before.state.amount);

const pays = (to: Place, amount: Int, { state }: Payment): Bool =>
  and(isLockedTo(to, state.commitment, 25), equal(to.value, amount), hasNoToken(to));

/** The locktime counts, as a time. */
const isTimed = ({ state }: Payment): Bool =>
  and(atMost(int(500_000_000), locktime), not(equal(field('sequence', state.index), int(0xffff_ffff))));

const clockDemands = (clock: Place): readonly Bool[] => {
  const [path] = execute(artifactOf('plan-clock'), 'spend', { activeIndex: clock.index });
  return path?.conditions ?? [FALSE];
};
const isOld = ({ index }: Place): Bool =>
  and(between(notice, field('sequence', index), 65_535), atMost(int(2), field('version')));
const isOwnClock = (clock: Place, { state, index }: Payment): Bool =>
  and(equal(clock.kind, ONE), same(clock.id, state.id), equal(clock.amount, index));

/** A number as scripts read it: sign and magnitude. */
const scriptNumber = (value: Int, length: number): Int => {
  const sign = power(length * 8 - 1);
  return choose(less(value, sign), value, subtract(sign, value));
};

const [before, after] = [paymentAt(input(0, LENGTH)), paymentAt(output(0))];

/** A message of 16 bytes, and one of any length before it. */
const message = given('message', 16);
const previous = given('previous');
const time = unsigned(message, 0, 4);
const [number, price] = [scriptNumber(unsigned(message, 8, 4), 4), scriptNumber(unsigned(message, 12, 4), 4)];
const timeBefore = unsigned(previous, 0, 4);
const numberBefore = scriptNumber(unsigned(previous, 8, 4), 4);
const anchorOf = (at: Int, date: Int, every: Int): Int => subtract(at, remainder(subtract(at, date), every));

/** What is due after a price, and what of it is paid. */
const debt = add(
  before.debt,
  divide(multiply(before.amount, SATOSHIS_PER_BCH), larger(smaller(price, highest), lowest)),
);
const there = smaller(debt, subtract(before.state.value, reserve));
const paid = choose(less(there, LEAST_OUTPUT), ZERO, there);

const lemmas: ClaimGroup = {
  name: 'currency-lemmas',
  artifacts: [],
  claims: {
    bounds: 'no price pays more than the lowest one, or less than the highest one',
    'one message':
      'of an oracle whose later numbers have no earlier times, one message counts for each date, and for each date some graces later',
    dates:
      'the date that a message counts for is the period’s, or later by whole graces, and less than one before the message',
  },
  obligations: () => {
    const [value, low, high, any] = [variable('value'), variable('low'), variable('high'), variable('any price')];
    const counted = larger(smaller(any, high), low);
    const [one, other] = [1, 2].map((which) => ({
      time: variable(`time ${which}`),
      before: variable(`time before ${which}`),
      number: variable(`number ${which}`),
    })) as [Record<'time' | 'before' | 'number', Int>, Record<'time' | 'before' | 'number', Int>];
    const [date, every] = [variable('date'), variable('every')];
    const at = (when: Int): Int => anchorOf(when, date, every);
    const isHonest = [
      implies(less(one.number, other.number), atMost(one.time, other.before)),
      implies(less(other.number, one.number), atMost(other.time, one.before)),
    ];
    return [
      {
        name: 'bounds',
        given: [atMost(ONE, low), atMost(low, high), atMost(ZERO, value)],
        goal: and(
          atMost(divide(value, counted), divide(value, low)),
          atMost(divide(value, high), divide(value, counted)),
        ),
      },
      {
        name: 'one message',
        given: [
          ...[
            atMost(date, one.time),
            atMost(date, other.time),
            atMost(ONE, every),
            equal(at(one.time), at(other.time)),
          ],
          ...[less(one.before, at(one.time)), less(other.before, at(other.time)), ...isHonest],
        ],
        goal: equal(one.number, other.number),
      },
      {
        name: 'dates',
        given: [atMost(date, one.time), atMost(ONE, every)],
        goal: and(
          ...[atMost(date, at(one.time)), equal(remainder(subtract(at(one.time), date), every), ZERO)],
          ...[less(subtract(one.time, at(one.time)), every)],
          implies(less(subtract(one.time, date), every), equal(at(one.time), date)),
        ),
      },
    ];
  },
};

/** The last number of which lemmas of dates say more: states of salaries have no greater one. */
const LAST_NUMBER = int(32_767);
const LAST_TIME = int(0xffff_ffff);
/** What the lemma of far paydays says of a date. */
const farFact = (date: Int, payday: Int): Bool => implies(less(LAST_NUMBER, payday), less(LAST_TIME, date));

const farPaydays: ClaimGroup = {
  name: 'currency-calendar/far-paydays',
  artifacts: [],
  claims: {
    unreached: 'no locktime reaches a payday whose number is above 32,767, which five bytes of a state could hold',
  },
  obligations: () =>
    [false, true].map((isTwice): Obligation => {
      const [payday, day] = [variable('payday'), variable('day')];
      const days = isTwice ? [atMost(ONE, gap), atMost(add(day, gap), int(31))] : [];
      return {
        name: `unreached, ${isTwice ? 'twice' : 'once'} a month`,
        given: [isZero, between(1, day, 31), less(LAST_NUMBER, payday), ...days],
        goal: farFact((isTwice ? dueTwice : dueOnce)(payday, day), payday),
      };
    }),
};

/** What an output keeps in any state: an end and an output to the sender. */
const KEEPS = int(1_000);
const active = field('activeIndex');
const first = subtract(add(active, active, active), int(2));
const [moved, movedTo] = [paymentAt(input(active, LENGTH)), paymentAt(output(first))];
const consents = and(same(input(0).lock, sender), not(same(input(0).category, moved.state.category)));

const accepts = (paths: readonly { readonly conditions: readonly Bool[] }[]): Bool =>
  or(...paths.map(({ conditions }) => and(...conditions)));

const hash256 = (of: Bytes): Bytes => whole({ kind: 'hash', function: 'hash256', of });

/** What a function's date is, and the conditions of its path. */
interface Dated {
  readonly date: Int;
  readonly conditions: readonly Bool[];
}

/** The claims about payments of a form. */
const claimsOf = (NAME: Form): readonly ClaimGroup[] => {
  const isByCalendar = NAME !== 'currency-payment';
  const isTwice = NAME === 'currency-calendar-twice';
  const step = isByCalendar ? months : interval;
  const TERMS = sharedTerms(
    !isByCalendar
      ? between(1, interval, 0xffff_ffffn)
      : and(
          isTwice ? equal(months, ONE) : or(...[1, 3, 6, 12].map((each) => equal(months, int(each)))),
          atMost(locktime, int(0xffff_ffff)),
        ),
  );

  /** By the calendar paydays are bounded for the lemmas of dates alone: pauses may move the last one beyond January 2100. */
  const isSound = (payment: Payment, keeps: Int): Bool => {
    const { left, next } = payment;
    const ahead = multiply(left, months);
    const isDate = isByCalendar
      ? and(atMost(ahead, int(2_500)), atMost(add(next, ahead), int(10_000)))
      : between(500_000_000, next, LAST_DATE);
    return isSoundAt(payment, keeps, isDate);
  };
  /** Whether a script reads the date after the next one. */
  const staysDate = ({ next }: Payment): Bool => (isByCalendar ? and() : less(next, int(LAST_DATE - 0xffff_ffffn)));

  const passed = numberOf(whole(given('passed')));

  /**
   * Takes the date of a payday for a symbol, of which the lemmas of dates are facts. Of equal periods it is what the state has.
   *
   * @param at number of the payday, as the script reads or computes it
   */
  const withDate = (path: Path, { next }: Payment, at: Int): Dated => {
    if (!isByCalendar) return { date: next, conditions: path.conditions };
    const date = variable('payday');
    const computed = (isTwice ? dueTwice : dueOnce)(at, variable('day'));
    const replaced = path.conditions.map(rewriter({ ints: new Map([[computed, date]]) }).bool);
    return { date, conditions: [...factsOf(date, at, isTwice), farFact(date, at), ...replaced] };
  };

  const linked = (): LinkedArtifact => {
    const artifact = artifactOf(NAME);
    if (!('shown' in artifact)) throw new Error(`${NAME} is not linked`);
    return artifact;
  };

  const pathsOf = (name: string, activeIndex: Int = ZERO): readonly Path[] =>
    execute(linked(), name, { activeIndex, commitmentLength: LENGTH });

  /** The paths of a payment with a message of 16 bytes, whose parts have constant lengths then. */
  const payPaths = (): readonly Path[] => {
    const artifact = linked();
    const stack = [given('previousSignature'), previous, given('signature'), message].map((atom) =>
      bytesItem(whole(atom)),
    );
    return executeCode(artifact, artifact.shown, stack, { activeIndex: ZERO, commitmentLength: LENGTH });
  };

  const payMessage: ClaimGroup = {
    name: `${NAME}/pay, any message`,
    artifacts: [NAME],
    claims: { '16 bytes': 'the message has 16 bytes: its price has 4' },
    obligations: () =>
      pathsOf('pay').flatMap((path) => {
        const { conditions } = withDate(path, before, scriptNumber(before.next, 5));
        return onPath(path, [TERMS, isSound(before, floor), ...conditions], {
          '16 bytes': equal(lengthOfBytes(whole(given('message'))), int(16)),
        });
      }),
  };

  const pay: ClaimGroup = {
    name: `${NAME}/pay`,
    artifacts: [NAME],
    claims: {
      'not before its date': isByCalendar
        ? 'the locktime is a time that counts, at or after the date, which falls on a payday'
        : 'the locktime is a time that counts, at or after the date',
      'signed by the oracle': 'the oracle has signed both messages',
      'a price': 'the price is positive',
      neighbours: 'the number of the message before is positive, and that of the message is the next one',
      'the first message of the date':
        'the message is at or after the date, and the one before is older than the date, or than the last date a grace apart that the message reaches, by a grace at most',
      'one of those open': isByCalendar
        ? 'one period less is left and open, and the next payday is the following one'
        : 'one period less is left and open, and the next date is an interval later',
      'exact payment':
        'where the money covers 576 satoshis, output 1 pays the recipient exactly: the debt and amount * 10^8 / price, the price within the bounds, as far as the money goes beyond the reserve',
      'what is not paid stays a debt': 'the debt is what was due less what was paid',
      'the rest goes on': 'index, status, amount, recipient, script, category and units stay',
      'bounded fee': 'at most the fee leaves beside the payment, and the floor stays',
      'stays sound': isByCalendar
        ? 'the payment is sound afterwards'
        : 'the payment is sound afterwards. Assumed: its next date is one that a script reads',
    },
    obligations: () =>
      payPaths().flatMap((path) => {
        const { date, conditions } = withDate(path, before, scriptNumber(before.next, 5));
        return onPath(path, [TERMS, isSound(before, floor), ...conditions], {
          'not before its date': and(isTimed(before), atMost(date, locktime)),
          'signed by the oracle': and(
            isSigned(whole(given('signature')), whole(given('oracle')), whole(message)),
            isSigned(whole(given('previousSignature')), whole(given('oracle')), whole(previous)),
          ),
          'a price': atMost(ONE, price),
          neighbours: and(atMost(ONE, numberBefore), equal(number, add(numberBefore, ONE))),
          'the first message of the date': and(
            ...[atMost(date, time), less(timeBefore, anchorOf(time, date, grace))],
            atMost(subtract(anchorOf(time, date, grace), grace), timeBefore),
          ),
          'one of those open': and(
            ...[atMost(ONE, before.open), equal(after.left, subtract(before.left, ONE))],
            ...[equal(after.open, subtract(before.open, ONE)), equal(after.next, add(before.next, step))],
          ),
          'exact payment': implies(less(ZERO, paid), pays(output(1), paid, before)),
          'what is not paid stays a debt': equal(after.debt, subtract(debt, paid)),
          'the rest goes on': and(goesOn(before, after), sameFields(before, after, 'status'), sameUnits(before, after)),
          'bounded fee': and(
            atMost(subtract(before.state.value, paid), add(after.state.value, fee)),
            atMost(floor, after.state.value),
          ),
          'stays sound': implies(
            and(staysDate(before), atMost(after.state.value, MAX_SATOSHIS)),
            isSound(after, floor),
          ),
        });
      }),
  };

  const stop: ClaimGroup = {
    name: `${NAME}/stop`,
    artifacts: [NAME],
    claims: {
      'by the sender':
        'input 0 is a coin of the sender and no payment of the plan, no notice runs, and the payment is cancelled; or paused, where it may be and is not',
      'gives nothing': 'all money and every field but the status stay, and no units',
      'its clock': 'the output behind it is a clock with the units of this payment and exactly the bound',
      'stays sound': 'the payment is sound afterwards',
    },
    obligations: () =>
      pathsOf('stop', active).flatMap((path) => {
        const clock = output(add(first, ONE));
        return onPath(
          path,
          [TERMS, isSound(moved, KEEPS), atMost(movedTo.state.value, MAX_SATOSHIS), ...path.conditions],
          {
            'by the sender': and(
              ...[consents, equal(moved.status, ZERO), equal(moved.state.amount, moved.index)],
              or(
                and(pausable, equal(moved.open, moved.left), equal(movedTo.status, ONE)),
                equal(movedTo.status, int(2)),
              ),
            ),
            'gives nothing': and(
              ...[atMost(moved.state.value, movedTo.state.value), goesOn(moved, movedTo)],
              ...[sameFields(moved, movedTo, 'left', 'open', 'next', 'debt'), equal(movedTo.state.amount, ZERO)],
            ),
            'its clock': and(...[same(clock.lock, CLOCK_LOCK), isOwnClock(clock, moved), equal(clock.value, bound)]),
            'stays sound': isSound(movedTo, KEEPS),
          },
        );
      }),
  };

  const resume: ClaimGroup = {
    name: `${NAME}/resume`,
    artifacts: [NAME],
    claims: {
      'by the sender': 'input 0 is a coin of the sender and no payment of the plan, and the payment is paused',
      'never earlier': isByCalendar
        ? 'where the running period is not paid, its payday stays; else the next payday is the same or a later one, and the one before it has passed at the locktime'
        : 'where the running period is not paid, its date stays; else the next date is an interval after the locktime, and no earlier than before',
      'gives nothing': 'all money, status, periods left, debt and units stay, and all periods may fall due',
      'stays sound': 'the payment is sound afterwards',
    },
    obligations: () =>
      pathsOf('resume', active).flatMap((path) => {
        const last = add(scriptNumber(moved.next, 5), multiply(subtract(passed, ONE), months));
        const { date, conditions } = withDate(path, moved, last);
        const assumed = [
          ...[TERMS, isSound(moved, KEEPS), atMost(locktime, int(0xffff_ffff))],
          ...(isByCalendar ? [] : [atMost(moved.next, int(LAST_DATE - 1n))]),
          atMost(movedTo.state.value, MAX_SATOSHIS),
        ];
        return onPath(path, [...assumed, ...conditions], {
          'by the sender': and(consents, equal(moved.status, ZERO), less(moved.open, moved.left)),
          'never earlier': and(
            ...[atMost(moved.next, movedTo.next), isTimed(moved)],
            implies(equal(moved.open, ONE), equal(movedTo.next, moved.next)),
            isByCalendar
              ? and(
                  ...[atMost(ZERO, passed), equal(movedTo.next, add(moved.next, multiply(passed, months)))],
                  implies(less(ZERO, passed), atMost(date, locktime)),
                )
              : implies(equal(moved.open, ZERO), equal(movedTo.next, larger(moved.next, add(locktime, interval)))),
          ),
          'gives nothing': and(
            ...[atMost(moved.state.value, movedTo.state.value), goesOn(moved, movedTo)],
            ...[sameFields(moved, movedTo, 'status', 'left', 'debt'), equal(movedTo.open, moved.left)],
            sameUnits(moved, movedTo),
          ),
          'stays sound': isSound(movedTo, KEEPS),
        });
      }),
  };

  const clock = input(1);
  const assumed = [TERMS, isSound(before, KEEPS), atMost(after.state.value, MAX_SATOSHIS)];

  /** The claims about a function that runs at input 0. */
  const atFirst = (
    name: string,
    words: ClaimGroup['claims'],
    goals: Readonly<Record<string, Bool>>,
    further: () => readonly Bool[] = () => [],
  ): ClaimGroup => ({
    name: `${NAME}/${name}`,
    artifacts: further().length === 0 ? [NAME] : [NAME, 'plan-clock'],
    claims: words,
    obligations: () =>
      pathsOf(name).flatMap((path) => onPath(path, [...assumed, ...further(), ...path.conditions], goals)),
  });

  const toSender = (held: Int): Bool =>
    and(same(output(0).lock, sender), atMost(subtract(held, bound), output(0).value), noTokensIn(0, 2));

  const settle = atFirst(
    'settle',
    {
      'after the notice': 'a pause’s notice runs, and its own clock is as old as the notice',
      'all stays':
        'all money, dates, debts and periods stay, the units return, and of the unpaid periods one at most may fall due',
      'stays sound': 'the payment is sound afterwards',
    },
    {
      'after the notice': and(equal(before.status, ONE), isOwnClock(clock, before), isOld(clock)),
      'all stays': and(
        ...[goesOn(before, after), sameFields(before, after, 'left', 'next', 'debt'), equal(after.status, ZERO)],
        ...[equal(after.open, smaller(before.left, ONE)), equal(after.state.amount, before.index)],
        atMost(before.state.value, after.state.value),
      ),
      'stays sound': isSound(after, KEEPS),
    },
    () => clockDemands(clock),
  );

  const topUp = atFirst(
    'topUp',
    {
      adds: 'at least the smallest top-up is added, while no notice runs',
      'changes nothing': 'nothing else changes',
      'stays sound': 'the payment is sound afterwards',
    },
    {
      adds: and(atMost(add(before.state.value, least), after.state.value), equal(before.status, ZERO)),
      'changes nothing': and(
        ...[goesOn(before, after), sameFields(before, after, 'status', 'left', 'open', 'next', 'debt')],
        sameUnits(before, after),
      ),
      'stays sound': isSound(after, KEEPS),
    },
  );

  const paidDebt = smaller(before.debt, subtract(before.state.value, reserve));
  const payDebt = atFirst(
    'payDebt',
    {
      'exact payment':
        'output 1 pays the recipient all of the debt, or all that is beyond the reserve; 576 satoshis at least',
      'what is not paid stays a debt': 'the debt is less by what was paid',
      'the rest goes on': 'nothing else changes',
      'bounded fee': 'at most the bound leaves beside the payment',
    },
    {
      'exact payment': and(atMost(LEAST_OUTPUT, paidDebt), pays(output(1), paidDebt, before)),
      'what is not paid stays a debt': equal(after.debt, subtract(before.debt, paidDebt)),
      'the rest goes on': and(
        ...[
          goesOn(before, after),
          sameFields(before, after, 'status', 'left', 'open', 'next'),
          sameUnits(before, after),
        ],
      ),
      'bounded fee': atMost(subtract(before.state.value, paidDebt), add(after.state.value, bound)),
    },
  );

  const close = atFirst(
    'close',
    {
      'only at the end': 'no period is left, the debt is less than an output, and no notice runs',
      'all to the sender': 'all but the bound goes to the sender by output 0, and no token goes on',
    },
    {
      'only at the end': and(equal(before.left, ZERO), less(before.debt, LEAST_OUTPUT), equal(before.status, ZERO)),
      'all to the sender': toSender(before.state.value),
    },
  );

  const refund = atFirst(
    'refund',
    {
      'after the notice': 'a cancel’s notice runs, and its own clock is as old as the notice',
      'all to the sender':
        'all of payment and clock but the bound goes to the sender by output 0, and no token goes on',
    },
    {
      'after the notice': and(equal(before.status, int(2)), isOwnClock(clock, before), isOld(clock)),
      'all to the sender': toSender(add(before.state.value, clock.value)),
    },
    () => clockDemands(clock),
  );

  const sweep: ClaimGroup = {
    name: `${NAME}/sweep`,
    artifacts: [NAME],
    claims: { 'no payment': 'only the sender sweeps, and nothing with the form of a payment' },
    obligations: () =>
      pathsOf('sweep', active).flatMap((path) =>
        onPath(path, path.conditions, {
          'no payment': and(same(input(0).lock, sender), not(isMutable(input(active)))),
        }),
      ),
  };

  const AT_FIRST = ['pay', 'settle', 'topUp', 'payDebt', 'close', 'refund'] as const;
  const BY_SENDER = ['stop', 'resume', 'sweep'] as const;

  const siblings: ClaimGroup = {
    name: isByCalendar ? `${NAME}-siblings` : 'currency-siblings',
    artifacts: [NAME],
    claims: {
      'at input 0': 'what nobody signs runs at input 0 alone, so that two of them are never in one transaction',
      alone:
        'where input 0 is a payment of the plan, no other payment of it is in the transaction. Assumed: the sender is not an address of the plan',
    },
    obligations: () => [
      ...AT_FIRST.flatMap((name) =>
        pathsOf(name, active).map(({ conditions, number: path }): Obligation => ({
          name: `${name} path ${path}: at input 0`,
          given: conditions,
          goal: equal(active, ZERO),
        })),
      ),
      ...BY_SENDER.flatMap((name) => {
        const [leading, own] = [input(0), input(active, LENGTH)];
        const beside = [
          ...[atMost(ONE, active), isMutable(leading), isMutable(own), same(leading.id, own.id)],
          ...[equal(lengthOf(own.commitment), int(LENGTH)), not(same(leading.lock, sender))],
        ];
        return pathsOf(name, active).map(({ conditions, number: path }): Obligation => ({
          name: `${name} path ${path}: alone`,
          given: [...beside, ...conditions],
          goal: FALSE,
        }));
      }),
    ],
  };

  const exits: ClaimGroup = {
    name: isByCalendar ? `${NAME}-exits` : 'currency-exits',
    artifacts: [NAME, 'plan-clock'],
    claims: {
      cancel: 'the sender cancels in any sound state without a notice, by a coin of theirs',
      refund: 'anybody refunds a cancel whose clock is as old as its notice, in any sound state',
      close: 'anybody closes where no period is left and the debt is less than an output',
      accepted: 'the scripts accept the transaction',
    },
    obligations: () => {
      const [coin, change] = [input(0), output(0)];
      const own = paymentAt(input(1, LENGTH));
      const next = paymentAt(output(1));
      const made = output(2);
      const cancelled = [
        ...[TERMS, isSound(own, KEEPS), equal(own.status, ZERO)],
        ...[same(coin.lock, sender), hasNoToken(coin), hasNoToken(change)],
        ...[equal(field('inputCount'), int(2)), equal(field('outputCount'), int(3))],
        ...[same(next.state.lock, own.state.lock), same(next.state.category, own.state.category)],
        ...[equal(next.state.amount, ZERO), equal(next.state.value, own.state.value)],
        ...[
          equal(lengthOf(next.state.commitment), int(LENGTH)),
          sameBytes(own.state.commitment, next.state.commitment, 0, 2),
        ],
        ...[equal(next.status, int(2)), sameBytes(own.state.commitment, next.state.commitment, 3, LENGTH - 3)],
        ...[same(made.lock, CLOCK_LOCK), equal(made.kind, ONE), same(made.id, own.state.id)],
        ...[equal(made.amount, own.state.amount), equal(made.value, bound)],
      ];
      const refunded = [
        ...[TERMS, isSound(before, KEEPS), equal(before.status, int(2)), isOwnClock(clock, before)],
        ...[between(notice, field('sequence', ONE), 65_535), equal(field('version'), int(2))],
        ...[equal(field('inputCount'), int(2)), equal(field('outputCount'), ONE), hasNoToken(output(0))],
        ...[equal(lengthOf(input(0).commitment), int(LENGTH)), equal(clock.value, bound)],
        ...[same(output(0).lock, sender), equal(output(0).value, before.state.value)],
      ];
      const closed = [
        ...[TERMS, isSound(before, KEEPS), equal(before.status, ZERO), equal(before.left, ZERO)],
        ...[less(before.debt, LEAST_OUTPUT), equal(field('outputCount'), ONE), hasNoToken(output(0))],
        ...[same(output(0).lock, sender), equal(output(0).value, subtract(before.state.value, bound))],
        atMost(bound, before.state.value),
      ];
      const clockAccepts = accepts(execute(artifactOf('plan-clock'), 'spend', { activeIndex: ONE }));
      return [
        { name: 'there is such a transaction: cancel', given: cancelled, goal: undefined },
        { name: 'cancel: accepted', given: cancelled, goal: accepts(pathsOf('stop', ONE)) },
        { name: 'there is such a transaction: refund', given: refunded, goal: undefined },
        { name: 'refund: accepted', given: refunded, goal: and(accepts(pathsOf('refund')), clockAccepts) },
        { name: 'there is such a transaction: close', given: closed, goal: undefined },
        { name: 'close: accepted', given: closed, goal: accepts(pathsOf('close')) },
      ];
    },
  };

  const script: ClaimGroup = {
    name: `${NAME}/script`,
    artifacts: [NAME],
    claims: {
      hashed: 'a code that the script runs has the hash that the address commits to',
      'handed over': 'the code finds what is below it, unchanged',
      shown: 'where no hidden code runs, the script does what its shown code does',
      'no other stack': 'too few items for the shown code, without the hidden code, never succeed',
    },
    obligations: () => {
      const artifact = linked();
      const demanded = whole(given('hash of the hidden code', 32));
      const runsOn = (names: readonly string[]) => {
        const items = names.map((name) => whole(given(name)));
        return { items, runs: executeLinkedScript(artifact, bytesItem(demanded), items.map(bytesItem)) };
      };
      const hidden = runsOn(['selector', 'code']);
      const code = hidden.items[1] ?? demanded;
      const calls = hidden.runs.filter(({ called }) => called !== undefined);
      const args = runsOn(['previousSignature', 'previous', 'signature', 'message']);
      const byCode = accepts(executeCode(artifact, artifact.shown, args.items.map(bytesItem), {}));
      return [
        ...calls.flatMap(({ conditions, called }): readonly Obligation[] => [
          { name: 'there is such a code', given: conditions, goal: undefined },
          { name: 'hashed', given: conditions, goal: same(hash256(code), demanded) },
          {
            name: 'handed over',
            given: conditions,
            goal: truth(called?.code === code && called.stack.length === 1),
          },
        ]),
        {
          name: 'shown',
          given: [accepts(args.runs.filter(({ called }) => called === undefined))],
          goal: byCode,
        },
        {
          name: 'no other stack',
          given: [accepts(hidden.runs.filter(({ called }) => called === undefined))],
          goal: FALSE,
        },
      ];
    },
  };

  return [payMessage, pay, stop, settle, resume, topUp, payDebt, close, refund, sweep, siblings, exits, script];
};

const TILL = 'currency-till';

const add_: ClaimGroup = {
  name: `${TILL}/add`,
  artifacts: [TILL],
  claims: {
    'alone, to its payment':
      'the coin is input 1, and input 0 and output 0 are the mutable NFT of the plan with the index of the till',
    'all but a bound': 'all of the coin but the bound is added',
    'no token': 'the coin has no token',
  },
  obligations: () =>
    execute(artifactOf(TILL), 'add', { activeIndex: active }).flatMap((path) => {
      const payment = whole(given('payment', 33));
      return onPath(path, path.conditions, {
        'alone, to its payment': and(
          ...[equal(active, ONE), same(input(0).category, payment), same(output(0).category, payment)],
          same(slice(input(0).commitment, 0, 2), whole(given('index', 2))),
        ),
        'all but a bound': atMost(add(input(0).value, input(1).value), add(output(0).value, bound)),
        'no token': hasNoToken(input(1)),
      });
    }),
};

const take: ClaimGroup = {
  name: `${TILL}/take`,
  artifacts: [TILL],
  claims: {
    'by the sender': 'input 0 is a coin of the sender',
    'after the notice': 'the coin is as old as the notice. Assumed: the notice is 12 to 65,535 blocks',
  },
  obligations: () =>
    execute(artifactOf(TILL), 'take', { activeIndex: active }).flatMap((path) => {
      const sequence = field('sequence', active);
      return onPath(path, [between(12, notice, 65_535), ...path.conditions], {
        'by the sender': same(input(0).lock, sender),
        'after the notice': and(
          ...[atMost(int(2), field('version')), less(sequence, power(31))],
          atMost(notice, remainder(sequence, power(16))),
        ),
      });
    }),
};

/** What the scripts of payments in a currency, and of their tills, allow. */
export const currency: readonly ClaimGroup[] = [
  lemmas,
  farPaydays,
  ...claimsOf('currency-payment'),
  ...claimsOf('currency-calendar'),
  ...claimsOf('currency-calendar-twice'),
  add_,
  take,
];
