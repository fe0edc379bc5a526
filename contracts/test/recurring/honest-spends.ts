import type { HonestSpend, Places } from '../support/attack.js';
import { purse } from '../support/coins.js';
import { outsider, recipient, sender, type Party } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import { CANCELLED_AT, EARLIER, feeOf, MIDDLE, sweepSpends, timedSpend, tipAt } from '../vesting/spends.js';
import { START } from '../vesting/terms.js';
import { deploymentOf, type Genesis } from './coins.js';
import { draftPayment, draftRefund, draftResume, draftSettle, draftStop } from './drafts.js';
import type { Mode } from './mode.js';
import { createPayment, type Deployment, type Transition } from './payment.js';
import type { Status } from './state.js';
import { MONTH, type Terms } from './terms.js';

const RICH = 100_000n;
/** When the last period falls due. */
const END = START + 39n * MONTH;
const TOKENS_OF_NOBODY = { companion: 1, tokensLeft: 1 } as const;

/** Three periods behind what was due at `EARLIER`: only the order of locktimes keeps that time out. */
const BEHIND = { paid: 8n, nextDue: START + 8n * MONTH, latest: EARLIER };

interface PaymentSpend {
  readonly name: string;
  readonly status?: Status;
  readonly genesis?: Partial<Genesis>;
  readonly signer?: Party;
  readonly alsoKeyless?: boolean;
  readonly payer?: Party;
  readonly closes?: boolean;
}

const PAYMENTS: readonly PaymentSpend[] = [
  { name: 'claim from the reserve', signer: recipient },
  { name: 'claim with own money', signer: recipient, payer: recipient, alsoKeyless: true, genesis: { reserve: 0n } },
  { name: 'push', payer: outsider },
  { name: 'close by the recipient', signer: recipient, closes: true },
  { name: 'close by a push', payer: outsider, closes: true, genesis: { surplus: 1_000n } },
  { name: 'push after a cancel', status: 'CANCELLED' },
  { name: 'push while pausing', status: 'PAUSING' },
  { name: 'claim while pausing', status: 'PAUSING', signer: recipient, alsoKeyless: true },
  {
    name: 'close after a cancel by a push, the reserve used up',
    status: 'CANCELLED',
    closes: true,
    genesis: { reserve: 0n },
  },
  {
    name: 'close while pausing by the recipient',
    status: 'PAUSING',
    signer: recipient,
    closes: true,
    alsoKeyless: true,
    genesis: { surplus: 1_000n },
  },
];

const STOPS = [
  { name: 'cancel', to: 'CANCELLED', status: 'ACTIVE' },
  { name: 'cancel with own money, nothing due', to: 'CANCELLED', status: 'ACTIVE', own: true },
  { name: 'pause', to: 'PAUSING', status: 'ACTIVE' },
  { name: 'cancel while pausing', to: 'CANCELLED', status: 'PAUSING' },
  { name: 'cancel while pausing with own money, nothing due', to: 'CANCELLED', status: 'PAUSING', own: true },
] as const;

/** Every honest path of a covenant. */
export const recurringSpends = (mode: Mode, terms: Terms): HonestSpend[] => {
  const running = (status: Status, genesis: Partial<Genesis> = {}): Deployment =>
    deploymentOf(mode, terms, { ...BEHIND, status }, { reserve: RICH, stoppedAt: CANCELLED_AT, ...genesis });
  const pair = mode.paysTokens ? TOKENS_OF_NOBODY : {};
  const restOf = (bound: bigint) => (draft: Draft) => bound - feeOf(draft);
  const nothing = (): bigint => 0n;

  const payments = PAYMENTS.map(
    ({ name, status = 'ACTIVE', genesis = {}, signer, payer, closes = false, alsoKeyless = false }) => {
      const deployment = running(status, mode.paysTokens ? genesis : { reserve: RICH, ...genesis });
      const noticed = status !== 'ACTIVE';
      const closing: Places = {
        ...pair,
        payouts: [0, 1],
        mostOutputs: 3,
        ...(noticed ? { clockSpent: mode.paysTokens ? 2 : 1 } : {}),
      };
      const transition = { ...deployment, ...(signer && { signer }), ...(payer && { purse: purse(payer, 100_000n) }) };
      return timedSpend({
        name,
        time: closes ? END : MIDDLE,
        ...(signer && { signer }),
        alsoKeyless,
        places: closes ? closing : { state: 0, ...pair, payouts: [mode.paysTokens ? 2 : 1] },
        slack: payer === undefined ? restOf(mode.fee - mode.payout) : nothing,
        slackOutput: closes ? 1 : 0,
        build: (locktime) => draftPayment({ ...transition, locktime }),
      });
    },
  );

  const caughtUp = { paid: 11n, nextDue: START + 11n * MONTH, latest: EARLIER };
  const stops = STOPS.map(({ name, to, status, ...rest }) => {
    const own = 'own' in rest;
    const deployment = own
      ? deploymentOf(mode, terms, { ...caughtUp, status }, { reserve: 0n, stoppedAt: CANCELLED_AT })
      : running(status);
    const transition = { ...deployment, signer: sender, to, ...(own ? { purse: purse(sender, 200_000n) } : {}) };
    const places = { clockMade: 0, state: 1, ...(mode.paysTokens ? { companion: 1, tokensLeft: 2 } : {}) };
    const payout = mode.paysTokens ? 3 : 2;
    // From an active state a sender may sign a cancel or a pause, as they like.
    const liberty = status === 'PAUSING' ? { clockSpent: mode.paysTokens ? 2 : 1 } : { chosenBytes: [1] };
    return timedSpend({
      name,
      time: own ? EARLIER + 1n : MIDDLE,
      signer: sender,
      places: { ...places, ...liberty, payouts: own ? [] : [payout] },
      slack: own ? nothing : (draft) => mode.stopFee - mode.clock - feeOf(draft),
      slackOutput: 1,
      build: (locktime) => draftStop({ ...transition, locktime }),
    });
  });

  const waiting = (
    name: string,
    status: Status,
    draft: Draft,
    places: Places,
    bound: bigint,
    signer?: Party,
  ): HonestSpend => ({
    name,
    draft,
    tip: tipAt(MIDDLE),
    places,
    ...(status === 'PAUSED' ? {} : { relativeLock: terms.notice }),
    signer,
    alsoKeyless: false,
    timed: false,
    latest: Number(EARLIER),
    stateless: false,
    slack: bound - feeOf(draft),
    slackOutput: 0,
  });
  const surplus = { surplus: 5n };
  const clockSpent = mode.paysTokens ? 2 : 1;
  const refunds: Places = {
    ...(mode.paysTokens ? { companion: 1 } : {}),
    payouts: [0],
    mostOutputs: mode.paysTokens ? 1 : 2,
  };
  const resumed: Transition = {
    ...running('PAUSED', { reserve: 0n }),
    signer: sender,
    purse: purse(sender, 200_000n),
    locktime: 0,
  };

  return [
    ...payments,
    ...stops,
    waiting(
      'settling of a pause',
      'PAUSING',
      draftSettle(running('PAUSING')),
      { state: 0, ...pair, payouts: [], clockSpent },
      mode.settleFee,
    ),
    timedSpend({
      name: 'resume',
      time: MIDDLE,
      signer: sender,
      // The next due date, within two hours: its two lowest bytes.
      places: { state: 0, ...pair, payouts: [], chosenBytes: [7, 8] },
      slack: nothing,
      build: (locktime) => draftResume({ ...resumed, locktime }),
    }),
    waiting(
      'refund',
      'CANCELLED',
      draftRefund(running('CANCELLED', surplus)),
      { ...refunds, clockSpent },
      mode.refundFee,
    ),
    waiting(
      'cancel of a settled pause',
      'PAUSED',
      draftRefund(running('PAUSED', surplus)),
      refunds,
      mode.refundFee,
      sender,
    ),
    ...sweepSpends(createPayment(mode, terms)),
  ];
};
