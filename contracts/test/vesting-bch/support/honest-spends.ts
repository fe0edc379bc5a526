import { vestedAmount } from '@weir/vesting';
import type { HonestSpend, Places } from '../../support/attack.js';
import { purse } from '../../support/coins.js';
import { outsider, recipient, sender } from '../../support/parties.js';
import type { Draft } from '../../support/transaction.js';
import {
  BEHIND,
  CANCELLED_AT,
  EARLIER,
  feeOf,
  MIDDLE,
  refundSpend,
  sweepSpends,
  timedSpend,
} from '../../vesting/spends.js';
import { clockCoin } from '../../vesting/state.js';
import type { Terms } from '../../vesting/terms.js';
import { stateCoin } from './coins.js';
import { draftCancel, draftPayment, draftRefund } from './drafts.js';
import { createStream, linear, stepped } from './stream.js';

const END = linear.end;

/** A deployment that has already paid at `EARLIER`: no counter is zero. */
const running = (terms: Terms, reserve: bigint, { cancelled = false, behind = BEHIND } = {}) => {
  const stream = createStream(terms);
  const state = stateCoin(
    stream,
    { cancelled, released: vestedAmount(terms, EARLIER) - behind, latest: EARLIER },
    reserve,
  );
  return cancelled ? { stream, state, clock: clockCoin(stream, 681n, CANCELLED_AT) } : { stream, state };
};

/** What remains of the bound of 1,350 satoshis after the fee actually taken. */
const restOfBound = (draft: Draft): bigint => 1_350n - feeOf(draft);
const nothing = (): bigint => 0n;

const CONTINUES: Places = { state: 0, payouts: [1] };
const helper = purse(outsider, 100_000n);
const own = purse(recipient, 100_000n);

const payments = (terms: Terms): HonestSpend[] => {
  const named = (name: string) => `${name} (${terms.label})`;
  const claimer = { signer: recipient };
  const rich = running(terms, 15_000n);
  const poor = running(terms, 0n);
  const notice = running(terms, 15_000n, { cancelled: true });
  const drained = running(terms, 0n, { cancelled: true });
  return [
    timedSpend({
      name: named('claim from the reserve'),
      time: MIDDLE,
      ...claimer,
      places: CONTINUES,
      slack: restOfBound,
      build: (locktime) => draftPayment({ ...rich, ...claimer, locktime }),
    }),
    timedSpend({
      name: named('claim with own money'),
      time: MIDDLE,
      ...claimer,
      alsoKeyless: true,
      places: CONTINUES,
      slack: nothing,
      build: (locktime) => draftPayment({ ...poor, ...claimer, purse: own, locktime }),
    }),
    timedSpend({
      name: named('push'),
      time: MIDDLE,
      places: CONTINUES,
      slack: nothing,
      build: (locktime) => draftPayment({ ...rich, purse: helper, locktime }),
    }),
    timedSpend({
      name: named('close by the recipient'),
      time: END,
      ...claimer,
      places: { payouts: [0, 1], mostOutputs: 3 },
      slack: restOfBound,
      slackOutput: 1,
      build: (locktime) => draftPayment({ ...rich, ...claimer, locktime }),
    }),
    timedSpend({
      name: named('close by a push'),
      time: END,
      places: { payouts: [0, 1], mostOutputs: 3 },
      slack: nothing,
      slackOutput: 1,
      build: (locktime) => draftPayment({ ...rich, purse: helper, locktime }),
    }),
    timedSpend({
      name: named('push under notice from the reserve'),
      time: MIDDLE,
      places: CONTINUES,
      slack: restOfBound,
      build: (locktime) => draftPayment({ ...notice, locktime }),
    }),
    timedSpend({
      name: named("push under notice from the sender's share"),
      time: MIDDLE,
      places: CONTINUES,
      slack: restOfBound,
      build: (locktime) => draftPayment({ ...drained, locktime }),
    }),
    timedSpend({
      name: named('claim under notice'),
      time: MIDDLE,
      ...claimer,
      alsoKeyless: true,
      places: CONTINUES,
      slack: restOfBound,
      build: (locktime) => draftPayment({ ...notice, ...claimer, locktime }),
    }),
    timedSpend({
      name: named('close under notice by a push'),
      time: END,
      places: { payouts: [0, 1], clockSpent: 1, mostOutputs: 3 },
      slack: restOfBound,
      slackOutput: 1,
      build: (locktime) => draftPayment({ ...notice, locktime }),
    }),
    timedSpend({
      name: named('close under notice by the recipient'),
      time: END,
      ...claimer,
      alsoKeyless: true,
      places: { payouts: [0, 1], clockSpent: 1, mostOutputs: 3 },
      slack: restOfBound,
      slackOutput: 1,
      build: (locktime) => draftPayment({ ...notice, ...claimer, locktime }),
    }),
  ];
};

const cancels = (terms: Terms): HonestSpend[] => {
  const named = (name: string) => `${name} (${terms.label})`;
  const canceller = { signer: sender };
  const ownSender = purse(sender, 100_000n);
  return [
    timedSpend({
      name: named('cancel from the reserve'),
      time: MIDDLE,
      ...canceller,
      places: { state: 0, clockMade: 1, payouts: [2] },
      slack: restOfBound,
      build: (locktime) => draftCancel({ ...running(terms, 15_000n), ...canceller, locktime }),
    }),
    timedSpend({
      name: named('cancel with own money, nothing due'),
      time: EARLIER + 1n,
      ...canceller,
      places: { state: 0, clockMade: 1, payouts: [] },
      slack: nothing,
      build: (locktime) =>
        draftCancel({ ...running(terms, 0n, { behind: 0n }), ...canceller, purse: ownSender, locktime }),
    }),
  ];
};

const refund = (): HonestSpend => {
  const { stream, state } = running(linear, 3_000n, { cancelled: true });
  const draft = draftRefund({ stream, state, clock: clockCoin(stream, 681n, CANCELLED_AT) });
  return refundSpend('refund', stream, draft, { payouts: [0], clockSpent: 1, mostOutputs: 2 }, restOfBound(draft));
};

/** Every honest path of the covenant in BCH mode. */
export const vestingBchSpends = (): HonestSpend[] => [
  ...[linear, stepped].flatMap((terms) => [...payments(terms), ...cancels(terms)]),
  refund(),
  ...sweepSpends(createStream(linear)),
];
