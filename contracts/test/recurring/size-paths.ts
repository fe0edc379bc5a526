import { MAX_AMOUNT } from '@weir/payments';
import { purse } from '../support/coins.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { seal, type Draft } from '../support/transaction.js';
import { deploymentOf } from './coins.js';
import { draftPayment, draftRefund, draftResume, draftSettle, draftStop } from './drafts.js';
import type { Mode } from './mode.js';
import { createPayment } from './payment.js';
import type { Status } from './state.js';
import type { Terms } from './terms.js';

/** The shortest and the longest script that sound parameters make. */
export const smallest = ({ paysTokens }: Mode): Terms => ({
  amountPerPeriod: paysTokens ? 1n : 546n,
  lastAmount: paysTokens ? 1n : 546n,
  periods: 3n,
  interval: 10n,
  firstDue: 1_700_000_000n,
  notice: 6,
  cancelable: true,
  pausable: true,
  label: 'smallest',
});

export const largest = ({ paysTokens }: Mode): Terms => ({
  amountPerPeriod: paysTokens ? 4_000_000_000_000n : 1_000_000_000n,
  lastAmount: paysTokens ? MAX_AMOUNT - 4_000_000_000_000_000_000n : 1_000_000_000_000_000n,
  periods: 1_000_000n,
  interval: 40_000n,
  firstDue: 4_200_000_000n,
  notice: 65_535,
  cancelable: true,
  pausable: true,
  label: 'largest',
});

/** Every path of a covenant. */
export const pathsOf = (mode: Mode, terms: Terms): Readonly<Record<string, Draft>> => {
  const { firstDue, interval, periods } = terms;
  const time = Number(firstDue + (interval * 11n) / 10n);
  const end = Number(
    firstDue + (periods - 1n) * interval < 4_294_967_295n ? firstDue + (periods - 1n) * interval : 4_294_967_295n,
  );
  const unpaidAt = (paid: bigint, status: Status) =>
    deploymentOf(
      mode,
      terms,
      { status, paid, nextDue: firstDue, latest: firstDue },
      { reserve: 70_000n, surplus: mode.paysTokens ? 5n : 0n },
    );
  const of = (status: Status) => unpaidAt(0n, status);
  const last = (status: Status) => unpaidAt(periods - 1n, status);
  const fresh = (status: Status) =>
    deploymentOf(
      mode,
      terms,
      { status, paid: 1n, nextDue: firstDue + interval * 5n, latest: firstDue },
      { reserve: 70_000n },
    );
  const signed = { locktime: time, signer: sender };
  return {
    claim: draftPayment({ ...of('ACTIVE'), locktime: time, signer: recipient }),
    'claim with own money': draftPayment({
      ...of('ACTIVE'),
      locktime: time,
      signer: recipient,
      purse: purse(recipient, 9_000n),
    }),
    push: draftPayment({ ...of('ACTIVE'), locktime: time, purse: purse(outsider, 9_000n) }),
    close: draftPayment({ ...last('ACTIVE'), locktime: end, signer: recipient }),
    'push under notice': draftPayment({ ...of('PAUSING'), locktime: time }),
    'claim under notice': draftPayment({ ...of('CANCELLED'), locktime: time, signer: recipient }),
    'close under notice, push': draftPayment({ ...last('CANCELLED'), locktime: end }),
    'close under notice, recipient': draftPayment({ ...last('PAUSING'), locktime: end, signer: recipient }),
    'pause, cancel': draftStop({ ...of('ACTIVE'), ...signed, to: 'PAUSING' }),
    'pause, cancel, nothing due': draftStop({ ...fresh('ACTIVE'), ...signed, to: 'CANCELLED' }),
    'cancel while pausing': draftStop({ ...of('PAUSING'), ...signed, to: 'CANCELLED' }),
    settle: draftSettle(of('PAUSING')),
    resume: draftResume({ ...of('PAUSED'), ...signed, purse: purse(sender, 90_000n) }),
    refund: draftRefund(of('CANCELLED')),
    'cancel of a settled pause': draftRefund(of('PAUSED')),
  };
};

/** Bytes of script, then of each path's transaction. The table of docs/covenants.md. */
export const sizesOf = (mode: Mode, terms: Terms): Readonly<Record<string, number>> => ({
  script: createPayment(mode, terms).script.length,
  ...Object.fromEntries(Object.entries(pathsOf(mode, terms)).map(([name, draft]) => [name, seal(draft).size])),
});
