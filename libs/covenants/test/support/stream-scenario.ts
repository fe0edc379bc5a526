import {
  buildKeylessVestingPush,
  buildPaidVestingPush,
  buildVestingCancel,
  buildVestingClaim,
  buildVestingFunding,
  buildVestingRefund,
  createVestingContract,
  findVestingDeployment,
  readVestingTransition,
  splitVesting,
  vestingPayout,
  type ClockCoin,
  type KeylessTransaction,
  type UnsignedTransaction,
  type VestingCoin,
  type VestingContract,
  type VestingParameters,
  type VestingPayment,
  type VestingTransition,
} from '../../src/index.js';
import type { TestChain } from './chain.js';
import { keyless } from './keyless.js';
import type { Party } from './party.js';
import { withReserve } from './with-reserve.js';

/** A transaction that moved a stream, as it was built and as the chain tells it. */
export interface Moved<Built = UnsignedTransaction> {
  readonly built: Built;
  readonly transition: VestingTransition;
}

export interface ScenarioTerms extends Partial<Omit<VestingParameters, 'schedule'>> {
  readonly schedule: VestingParameters['schedule'];
}

let streams = 0;

/** The parameters of a new stream between two parties; no two are the same. */
export const termsBetween = (sender: Party, recipient: Party, terms: ScenarioTerms): VestingParameters => {
  streams += 1;
  const nonce = Uint8Array.from({ length: 16 }, (_, i) => (i < 4 ? (streams >> (8 * i)) & 0xff : 0xa5));
  return { sender: sender.hash, recipient: recipient.hash, noticeBlocks: 6, nonce, ...terms };
};

/** One deployment on a chain, moved by the builders and followed by what the chain shows. */
export class StreamScenario {
  /** The state as it stands; undefined once the stream has ended. */
  coin: VestingCoin | undefined;
  clock: ClockCoin | undefined;

  private constructor(
    readonly chain: TestChain,
    readonly contract: VestingContract,
    readonly fundingTxid: string,
    funded: VestingCoin,
  ) {
    this.coin = funded;
  }

  /** @param extra satoshis beyond what a funding provides for the state */
  static async fund(
    chain: TestChain,
    sender: Party,
    parameters: VestingParameters,
    extra = 0n,
  ): Promise<StreamScenario> {
    const contract = createVestingContract(parameters, 'devnet');
    const funding = buildVestingFunding(contract, sender.funds(), chain.tip());
    if (funding.kind === 'preparation') throw new Error('This wallet must be prepared first');
    const txid = await sender.send(withReserve(funding.transaction, extra));
    const found = findVestingDeployment(contract, txid, chain.transaction(txid));
    if (!found.ok) throw new Error(found.problems.join('; '));
    return new StreamScenario(chain, contract, txid, found.coin);
  }

  get state(): VestingCoin {
    if (this.coin === undefined) throw new Error('This stream has ended');
    return this.coin;
  }

  /** What could be paid to the recipient now, or at a locktime. */
  payment(locktime = this.chain.locktime()): VestingPayment | undefined {
    const payout = vestingPayout(this.contract.parameters.schedule, this.state.state, locktime);
    return payout && { contract: this.contract, coin: this.state, clock: this.clock, payout };
  }

  /** The same where something is known to be due. */
  due(locktime?: bigint): VestingPayment {
    const payment = this.payment(locktime);
    if (payment === undefined) throw new Error('Nothing is due');
    return payment;
  }

  async claim(recipient: Party, coins = recipient.funds(), locktime?: bigint): Promise<Moved> {
    const built = buildVestingClaim(this.due(locktime), coins);
    return { built, transition: this.follow(await recipient.send(built)) };
  }

  async pushPaidBy(payer: Party, locktime?: bigint): Promise<Moved> {
    const built = buildPaidVestingPush(this.due(locktime), payer.funds());
    return { built, transition: this.follow(await payer.send(built)) };
  }

  /** Sends a push nobody pays for but the stream. */
  push(locktime?: bigint): Moved<KeylessTransaction> {
    const built = buildKeylessVestingPush(this.due(locktime));
    if (built === undefined) throw new Error('The stream does not pay for this push');
    return { built, transition: this.submit(built) };
  }

  /** What a cancel would do now; undefined where none is possible. */
  async cancel(sender: Party, coins = sender.funds(), locktime = this.chain.locktime()): Promise<Moved> {
    const split = splitVesting(this.contract, this.state.state, locktime);
    if (split === undefined) throw new Error('No cancel is possible');
    const built = buildVestingCancel(this.contract, this.state, split, coins);
    return { built, transition: this.follow(await sender.send(built)) };
  }

  buildRefund(): KeylessTransaction {
    if (this.clock === undefined) throw new Error('No notice runs');
    return keyless(buildVestingRefund(this.contract, this.state, this.clock));
  }

  refund(): Moved<KeylessTransaction> {
    const built = this.buildRefund();
    return { built, transition: this.submit(built) };
  }

  private submit(built: KeylessTransaction): VestingTransition {
    const txid = this.chain.node.submit(built.hex);
    if (txid !== built.txid) throw new Error('The builder named another txid');
    return this.follow(txid);
  }

  /** Takes the step a transaction made. */
  follow(txid: string): VestingTransition {
    const transition = readVestingTransition(this.contract, this.state, txid, this.chain.transaction(txid));
    if (transition === undefined) throw new Error(`${txid} does not move this stream`);
    this.coin = transition.next;
    this.clock = transition.next === undefined ? undefined : (transition.clock ?? this.clock);
    return transition;
  }
}
