import {
  buildKeylessRecurringPush,
  buildPaidRecurringPush,
  buildRecurringCancel,
  buildRecurringClaim,
  buildRecurringFunding,
  buildRecurringPause,
  buildRecurringRefund,
  buildRecurringResume,
  buildRecurringSettle,
  buildSettledRecurringCancel,
  createRecurringContract,
  findRecurringDeployment,
  readRecurringTransition,
  recurringPayout,
  resumedRecurring,
  splitRecurring,
  type ClockCoin,
  type KeylessTransaction,
  type RecurringCoin,
  type RecurringContract,
  type RecurringParameters,
  type RecurringPayment,
  type RecurringSplit,
  type RecurringTransition,
  type UnsignedTransaction,
  type VestingAsset,
} from '../../src/index.js';
import type { TestChain } from './chain.js';
import { keyless } from './keyless.js';
import type { Party } from './party.js';

/** A transaction that moved a payment, as it was built and as the chain tells it. */
export interface RecurringMoved<Built = UnsignedTransaction> {
  readonly built: Built;
  readonly transition: RecurringTransition;
}

let payments = 0;

/** The parameters of a new payment between two parties, cancelable and pausable; no two are the same. */
export const paymentBetween = (
  sender: Party,
  recipient: Party,
  terms: Partial<RecurringParameters> & Pick<RecurringParameters, 'plan'>,
): RecurringParameters => {
  payments += 1;
  const nonce = Uint8Array.from({ length: 16 }, (_, i) => (i < 4 ? (payments >> (8 * i)) & 0xff : 0x5a));
  return {
    sender: sender.hash,
    recipient: recipient.hash,
    noticeBlocks: 6,
    cancelable: true,
    pausable: true,
    nonce,
    ...terms,
  };
};

/** One deployment on a chain, moved by the builders and followed by what the chain shows. */
export class RecurringScenario {
  /** As it stands; undefined once the payment has ended. */
  coin: RecurringCoin | undefined;
  clock: ClockCoin | undefined;

  private constructor(
    readonly chain: TestChain,
    readonly contract: RecurringContract,
    readonly funding: UnsignedTransaction,
    readonly fundingTxid: string,
    funded: RecurringCoin,
  ) {
    this.coin = funded;
  }

  static async fund(
    chain: TestChain,
    sender: Party,
    asset: VestingAsset,
    parameters: RecurringParameters,
    reserve = 0n,
  ): Promise<RecurringScenario> {
    const contract = createRecurringContract(parameters, 'devnet', asset);
    const funding = buildRecurringFunding(contract, sender.funds(), chain.tip(), reserve);
    if (funding.kind === 'preparation') throw new Error('This wallet must be prepared first');
    const txid = await sender.send(funding.transaction);
    const found = findRecurringDeployment(contract, txid, chain.transaction(txid));
    if (!found.ok) throw new Error(found.problems.join('; '));
    return new RecurringScenario(chain, contract, funding.transaction, txid, found.coin);
  }

  get state(): RecurringCoin {
    if (this.coin === undefined) throw new Error('This payment has ended');
    return this.coin;
  }

  private get runningClock(): ClockCoin {
    if (this.clock === undefined) throw new Error('No notice runs');
    return this.clock;
  }

  /** What could be paid to the recipient at a locktime, where something is known to be due. */
  due(locktime = this.chain.locktime()): RecurringPayment {
    const payout = recurringPayout(this.contract.parameters.plan, this.state.state, locktime);
    if (payout === undefined) throw new Error('Nothing is due');
    return { contract: this.contract, coin: this.state, clock: this.clock, payout };
  }

  async claim(recipient: Party, coins = recipient.funds()): Promise<RecurringMoved> {
    return this.signed(recipient, buildRecurringClaim(this.due(), coins));
  }

  async pushPaidBy(payer: Party): Promise<RecurringMoved> {
    return this.signed(payer, buildPaidRecurringPush(this.due(), payer.funds()));
  }

  /** Sends a push nobody pays for but the payment itself. */
  push(locktime?: bigint): RecurringMoved<KeylessTransaction> {
    const built = buildKeylessRecurringPush(this.due(locktime));
    if (built === undefined) throw new Error('The contract does not pay for this push');
    return this.keyless(built);
  }

  split(to: RecurringSplit['to'], locktime = this.chain.locktime()): RecurringSplit {
    const split = splitRecurring(this.contract, this.state.state, locktime, to);
    if (split === undefined) throw new Error('Nothing can be stopped');
    return split;
  }

  async pause(sender: Party, coins = sender.funds(), locktime?: bigint): Promise<RecurringMoved> {
    return this.signed(sender, buildRecurringPause(this.contract, this.state, this.split('PAUSING', locktime), coins));
  }

  async cancel(sender: Party, coins = sender.funds(), locktime?: bigint): Promise<RecurringMoved> {
    return this.signed(
      sender,
      buildRecurringCancel(this.contract, this.state, this.split('CANCELLED', locktime), coins, this.clock),
    );
  }

  async resume(sender: Party, now?: bigint): Promise<RecurringMoved> {
    const next = resumedRecurring(this.contract, this.state.state, this.chain.locktime(), now);
    if (next === undefined) throw new Error('There is no settled pause');
    return this.signed(sender, buildRecurringResume(this.contract, this.state, next, sender.funds()));
  }

  async cancelPaused(sender: Party): Promise<RecurringMoved> {
    return this.signed(sender, buildSettledRecurringCancel(this.contract, this.state));
  }

  settle(): RecurringMoved<KeylessTransaction> {
    return this.keyless(keyless(buildRecurringSettle(this.contract, this.state, this.runningClock)));
  }

  refund(): RecurringMoved<KeylessTransaction> {
    return this.keyless(keyless(buildRecurringRefund(this.contract, this.state, this.runningClock)));
  }

  private async signed(signer: Party, built: UnsignedTransaction): Promise<RecurringMoved> {
    return { built, transition: this.follow(await signer.send(built)) };
  }

  private keyless(built: KeylessTransaction): RecurringMoved<KeylessTransaction> {
    const txid = this.chain.node.submit(built.hex);
    if (txid !== built.txid) throw new Error('The builder named another txid');
    return { built, transition: this.follow(txid) };
  }

  /** Takes the step a transaction made. */
  follow(txid: string): RecurringTransition {
    const transition = readRecurringTransition(this.contract, this.state, txid, this.chain.transaction(txid));
    if (transition === undefined) throw new Error(`${txid} does not move this payment`);
    this.coin = transition.next;
    const noticed = transition.next?.state.status === 'CANCELLED' || transition.next?.state.status === 'PAUSING';
    this.clock = noticed ? (transition.clock ?? this.clock) : undefined;
    return transition;
  }
}
