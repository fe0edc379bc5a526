import {
  buildKeylessTokenVestingPush,
  buildPaidTokenVestingPush,
  buildTokenVestingCancel,
  buildTokenVestingClaim,
  buildTokenVestingFunding,
  buildTokenVestingRefund,
  createVestingContract,
  findTokenVestingDeployment,
  readTokenVestingTransition,
  splitVesting,
  TOKEN_VESTING_RESERVED_PAYMENTS,
  vestingPayout,
  type ClockCoin,
  type KeylessTransaction,
  type TokenVestingCoin,
  type TokenVestingContract,
  type TokenVestingPayment,
  type TokenVestingTransition,
  type UnsignedTransaction,
  type VestingParameters,
} from '../../src/index.js';
import type { TestChain } from './chain.js';
import { keyless } from './keyless.js';
import type { Party } from './party.js';

/** A transaction that moved a stream, as it was built and as the chain tells it. */
export interface TokenMoved<Built = UnsignedTransaction> {
  readonly built: Built;
  readonly transition: TokenVestingTransition;
}

/** Base units of a category somebody owns. */
export const tokensOf = (party: Party, category: string): bigint =>
  party.coins().reduce((sum, { token }) => (token?.category === category ? sum + token.amount : sum), 0n);

/** One deployment in token mode on a chain, moved by the builders and followed by what the chain shows. */
export class TokenStreamScenario {
  /** The pair as it stands; undefined once the stream has ended. */
  coin: TokenVestingCoin | undefined;
  clock: ClockCoin | undefined;

  private constructor(
    readonly chain: TestChain,
    readonly contract: TokenVestingContract,
    readonly fundingTxid: string,
    readonly funding: UnsignedTransaction,
    funded: TokenVestingCoin,
  ) {
    this.coin = funded;
  }

  /** @param payments how many payments the reserve is for */
  static async fund(
    chain: TestChain,
    sender: Party,
    category: string,
    parameters: VestingParameters,
    payments: bigint = TOKEN_VESTING_RESERVED_PAYMENTS,
  ): Promise<TokenStreamScenario> {
    const contract = createVestingContract(parameters, 'devnet', { type: 'FUNGIBLE_TOKEN', category });
    const funding = buildTokenVestingFunding(contract, sender.funds(), chain.tip(), payments);
    if (funding.kind === 'preparation') throw new Error('This wallet must be prepared first');
    const txid = await sender.send(funding.transaction);
    const found = findTokenVestingDeployment(contract, txid, chain.transaction(txid));
    if (!found.ok) throw new Error(found.problems.join('; '));
    return new TokenStreamScenario(chain, contract, txid, funding.transaction, found.coin);
  }

  get state(): TokenVestingCoin {
    if (this.coin === undefined) throw new Error('This stream has ended');
    return this.coin;
  }

  /** What could be paid to the recipient now, or at a locktime. */
  payment(locktime = this.chain.locktime()): TokenVestingPayment | undefined {
    const payout = vestingPayout(this.contract.parameters.schedule, this.state.state, locktime, this.contract.asset);
    return payout && { contract: this.contract, coin: this.state, clock: this.clock, payout };
  }

  /** The same where something is known to be due. */
  due(locktime?: bigint): TokenVestingPayment {
    const payment = this.payment(locktime);
    if (payment === undefined) throw new Error('Nothing is due');
    return payment;
  }

  async claim(recipient: Party, coins = recipient.funds(), locktime?: bigint): Promise<TokenMoved> {
    const built = buildTokenVestingClaim(this.due(locktime), coins);
    return { built, transition: this.follow(await recipient.send(built)) };
  }

  async pushPaidBy(payer: Party, locktime?: bigint): Promise<TokenMoved> {
    const built = buildPaidTokenVestingPush(this.due(locktime), payer.funds());
    return { built, transition: this.follow(await payer.send(built)) };
  }

  /** Sends a push nobody pays for but the stream. */
  push(locktime?: bigint): TokenMoved<KeylessTransaction> {
    const built = buildKeylessTokenVestingPush(this.due(locktime));
    if (built === undefined) throw new Error('The stream does not pay for this push');
    return { built, transition: this.submit(built) };
  }

  async cancel(sender: Party, coins = sender.funds(), locktime = this.chain.locktime()): Promise<TokenMoved> {
    const split = splitVesting(this.contract, this.state.state, locktime);
    if (split === undefined) throw new Error('No cancel is possible');
    const built = buildTokenVestingCancel(this.contract, this.state, split, coins);
    return { built, transition: this.follow(await sender.send(built)) };
  }

  refund(): TokenMoved<KeylessTransaction> {
    if (this.clock === undefined) throw new Error('No notice runs');
    const built = keyless(buildTokenVestingRefund(this.contract, this.state, this.clock));
    return { built, transition: this.submit(built) };
  }

  private submit(built: KeylessTransaction): TokenVestingTransition {
    const txid = this.chain.node.submit(built.hex);
    if (txid !== built.txid) throw new Error('The builder named another txid');
    return this.follow(txid);
  }

  /** Takes the step a transaction made. */
  follow(txid: string): TokenVestingTransition {
    const transition = readTokenVestingTransition(this.contract, this.state, txid, this.chain.transaction(txid));
    if (transition === undefined) throw new Error(`${txid} does not move this stream`);
    this.coin = transition.next;
    this.clock = transition.next === undefined ? undefined : (transition.clock ?? this.clock);
    return transition;
  }
}
