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
import type { Terms } from '../../vesting/terms.js';
import { deploymentOf } from './coins.js';
import { CANCEL_FEE, FEE, PAYOUT, REFUND_FEE } from './constants.js';
import { draftCancel, draftPayment, draftRefund } from './drafts.js';
import { createStream, linear, stepped } from './stream.js';

const END = linear.end;

/** A deployment that has already paid at `EARLIER`: no counter is zero. */
const running = (terms: Terms, reserve: bigint, { cancelled = false, behind = BEHIND, surplus = 0n } = {}) =>
  deploymentOf(
    createStream(terms),
    { cancelled, released: vestedAmount(terms, EARLIER) - behind, latest: EARLIER },
    { reserve, surplus, companionValue: 1_234n, cancelledAt: CANCELLED_AT },
  );

/** What remains of a bound after the fee actually taken and the satoshis that go with the payout. */
const restOf =
  (bound: bigint) =>
  (draft: Draft): bigint =>
    bound - PAYOUT - feeOf(draft);
const nothing = (): bigint => 0n;

const CONTINUES: Places = { state: 0, companion: 1, tokensLeft: 1, payouts: [2] };
const CLOSES: Places = { companion: 1, tokensLeft: 1, payouts: [0, 1], mostOutputs: 3 };
const CLOSES_CLOCK: Places = { ...CLOSES, clockSpent: 2 };
const helper = purse(outsider, 100_000n);
const own = purse(recipient, 100_000n);

const payments = (terms: Terms): HonestSpend[] => {
  const named = (name: string) => `${name} (${terms.label})`;
  const claimer = { signer: recipient };
  const rich = running(terms, 20_000n);
  const poor = running(terms, 0n);
  const notice = running(terms, 20_000n, { cancelled: true });
  const surplus = { surplus: 1_000_000n };
  return [
    timedSpend({
      name: named('claim from the reserve'),
      time: MIDDLE,
      ...claimer,
      places: CONTINUES,
      slack: restOf(FEE),
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
      places: CLOSES,
      slack: restOf(FEE),
      slackOutput: 1,
      build: (locktime) => draftPayment({ ...rich, ...claimer, locktime }),
    }),
    timedSpend({
      name: named('close by a push, tokens left over'),
      time: END,
      places: CLOSES,
      slack: nothing,
      slackOutput: 1,
      build: (locktime) => draftPayment({ ...running(terms, 20_000n, surplus), purse: helper, locktime }),
    }),
    timedSpend({
      name: named('push under notice from the reserve'),
      time: MIDDLE,
      places: CONTINUES,
      slack: restOf(FEE),
      build: (locktime) => draftPayment({ ...notice, locktime }),
    }),
    timedSpend({
      name: named('claim under notice'),
      time: MIDDLE,
      ...claimer,
      alsoKeyless: true,
      places: CONTINUES,
      slack: restOf(FEE),
      build: (locktime) => draftPayment({ ...notice, ...claimer, locktime }),
    }),
    timedSpend({
      name: named('close under notice by a push, the reserve used up'),
      time: END,
      places: CLOSES_CLOCK,
      slack: restOf(FEE),
      slackOutput: 1,
      build: (locktime) => draftPayment({ ...running(terms, 0n, { cancelled: true }), locktime }),
    }),
    timedSpend({
      name: named('close under notice by the recipient, tokens left over'),
      time: END,
      ...claimer,
      alsoKeyless: true,
      places: CLOSES_CLOCK,
      slack: restOf(FEE),
      slackOutput: 1,
      build: (locktime) =>
        draftPayment({ ...running(terms, 20_000n, { cancelled: true, ...surplus }), ...claimer, locktime }),
    }),
  ];
};

const cancels = (terms: Terms): HonestSpend[] => {
  const named = (name: string) => `${name} (${terms.label})`;
  const canceller = { signer: sender };
  const places: Places = { state: 0, companion: 1, tokensLeft: 1, clockMade: 2, payouts: [3] };
  return [
    timedSpend({
      name: named('cancel from the reserve'),
      time: MIDDLE,
      ...canceller,
      places,
      slack: (draft) => CANCEL_FEE - 681n - feeOf(draft),
      build: (locktime) => draftCancel({ ...running(terms, 40_000n), ...canceller, locktime }),
    }),
    timedSpend({
      name: named('cancel with own money, nothing due'),
      time: EARLIER + 1n,
      ...canceller,
      places: { ...places, payouts: [] },
      slack: nothing,
      build: (locktime) =>
        draftCancel({
          ...running({ ...terms, step: terms.step === 0n ? 86_400n : terms.step }, 0n, { behind: 0n }),
          ...canceller,
          purse: purse(sender, 100_000n),
          locktime,
        }),
    }),
  ];
};

const refund = (): HonestSpend => {
  const deployment = running(linear, 3_000n, { cancelled: true, surplus: 5n });
  const draft = draftRefund(deployment);
  return refundSpend(
    'refund',
    deployment.stream,
    draft,
    { companion: 1, payouts: [0], clockSpent: 2, mostOutputs: 1 },
    REFUND_FEE - feeOf(draft),
  );
};

/** Every honest path of the covenant in token mode. */
export const vestingTokenSpends = (): HonestSpend[] => [
  ...[linear, stepped].flatMap((terms) => [...payments(terms), ...cancels(terms)]),
  refund(),
  ...sweepSpends(createStream(linear)),
];
