import { purse } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import { deploymentOf, initialState, type Genesis } from './coins.js';
import { draftPayment, draftRefund, draftResume, draftSettle, draftStop } from './drafts.js';
import type { Mode } from './mode.js';
import { RecurringScenario } from './recurring-scenario.js';
import type { RecurringState } from './state.js';
import type { Terms } from './terms.js';

const OWN = 900_000n;

/** A payment's course told in words. Times in Unix seconds; who pays with own money pays with an outsider's. */
export class Scenario {
  readonly scenario: RecurringScenario;

  constructor(
    readonly mode: Mode,
    readonly terms: Terms,
    { state = {}, ...genesis }: Genesis & { readonly state?: Partial<RecurringState> },
  ) {
    this.scenario = new RecurringScenario(deploymentOf(mode, terms, { ...initialState(terms), ...state }, genesis));
  }

  /** When `count` periods have fallen due, of a payment never paused. */
  timeOf(count: bigint): bigint {
    return this.terms.firstDue + (count - 1n) * this.terms.interval;
  }

  /** What the recipient has been paid, in units of the asset. */
  get paid(): bigint {
    return this.mode.paysTokens ? this.scenario.toRecipient.tokens : this.scenario.toRecipient.satoshis;
  }

  /** Lets the chain's time reach a moment: from here it may be a locktime. */
  until(time: bigint): this {
    this.scenario.wait(1, Number(time) + 1);
    return this;
  }

  claimAt(time: bigint, own = false): Draft {
    const money = own ? { purse: purse(outsider, OWN) } : {};
    return draftPayment({ ...this.scenario.deployment, locktime: Number(time), signer: recipient, ...money });
  }

  pushAt(time: bigint, own = false): Draft {
    return draftPayment({
      ...this.scenario.deployment,
      locktime: Number(time),
      ...(own ? { purse: purse(outsider, OWN) } : {}),
    });
  }

  stopAt(to: 'CANCELLED' | 'PAUSING', time: bigint): Draft {
    return draftStop({
      ...this.scenario.deployment,
      locktime: Number(time),
      signer: sender,
      to,
      purse: purse(outsider, OWN),
    });
  }

  resumeAt(time: bigint, later?: bigint): Draft {
    const offset = later === undefined ? {} : { later };
    return draftResume({
      ...this.scenario.deployment,
      locktime: Number(time),
      signer: sender,
      purse: purse(outsider, OWN),
      ...offset,
    });
  }

  settling(): Draft {
    return draftSettle(this.scenario.deployment);
  }

  refunding(): Draft {
    return draftRefund(this.scenario.deployment);
  }

  /** Sends one after the other. */
  send(...drafts: readonly (() => Draft)[]): this {
    for (const draft of drafts) this.scenario.send(draft());
    return this;
  }

  /** Waits until the notice is over. */
  waitNotice(): this {
    this.scenario.wait(this.terms.notice);
    return this;
  }

  accepts(draft: Draft): boolean {
    return judge(draft, this.scenario.tip).accepted;
  }
}
