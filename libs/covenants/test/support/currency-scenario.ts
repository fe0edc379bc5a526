import { secp256k1, sha256, utf8ToBin } from '@bitauth/libauth';
import { encodePriceMessage } from '@weir/payments';
import { signMessage, type SignedMessage } from '@weir/payments/oracle';
import {
  buildCurrencyFunding,
  createCurrencyContract,
  type CurrencyClockCoin,
  type CurrencyCoin,
  type CurrencyContract,
  type CurrencyDraft,
  type CurrencyDuty,
  type CurrencyPlanTerms,
  type CurrencyRhythm,
  type CurrencySharedTerms,
  type CurrencyTransition,
  DEFAULT_CURRENCY_FEES,
  DEFAULT_GRACE,
  findCurrencyFunding,
  type FoundCurrencyPayment,
  nextCurrencyDuty,
  readCurrencyTransition,
  type SignedPair,
} from '../../src/index.js';
import type { TestChain } from './chain.js';
import { keyless, type Party } from './party.js';

export const DAY = 86_400n;
export const MONTH = 30n * DAY;

const privateKey = sha256.hash(utf8ToBin('oracle of payments in a currency'));
const derived = secp256k1.derivePublicKeyCompressed(privateKey);
if (typeof derived === 'string') throw new Error(derived);
/** The oracle of the tests. */
export const ORACLE_KEY = derived;

export const currencyTerms = (
  sender: Uint8Array,
  change: Partial<CurrencySharedTerms> = {},
  rhythm: CurrencyRhythm = { interval: MONTH },
): CurrencyPlanTerms => ({
  sender,
  nonce: new Uint8Array(16).fill(7),
  oracle: ORACLE_KEY,
  currency: 'USD',
  decimals: 2,
  grace: DEFAULT_GRACE,
  noticeBlocks: 12,
  pausable: true,
  lowest: 11_000n,
  highest: 180_000n,
  least: 6_000_000n,
  ...DEFAULT_CURRENCY_FEES,
  ...change,
  ...rhythm,
});

/** Signs any bytes, as an oracle that lies can. */
export const signByOracle = (bytes: Uint8Array): SignedMessage => signMessage(bytes, privateKey);

const EVERY = 60n;
const EPOCH = 1_500_000_000n;

const messageAt = (time: bigint, price: bigint, gap = 0n): SignedMessage => {
  const number = (time - EPOCH) / EVERY + gap;
  return signMessage(encodePriceMessage({ time, number: number + 7n, priceNumber: number, price }), privateKey);
};

/** The pair of messages around a time, of an oracle that signs each minute. @param gap numbers that it skips in between */
export const pairAt = (time: bigint, price: bigint, gap = 0n): SignedPair => {
  const first = EPOCH + ((time - EPOCH + EVERY - 1n) / EVERY) * EVERY;
  return { message: messageAt(first, price, gap), previous: messageAt(first - EVERY, price + 3n) };
};

/** A payment on a chain, followed from step to step. */
export class LiveCurrency {
  coin: CurrencyCoin | undefined;
  clock: (CurrencyClockCoin & { readonly noticeHeight: number }) | undefined;
  readonly steps: CurrencyTransition[] = [];

  constructor(
    readonly chain: TestChain,
    readonly contract: CurrencyContract,
    readonly found: FoundCurrencyPayment,
  ) {
    this.coin = found.coin;
  }

  /** The payment as it is. @throws Error where it has ended */
  get now(): CurrencyCoin {
    if (this.coin === undefined) throw new Error('The payment has ended');
    return this.coin;
  }

  get item() {
    return { contract: this.contract, coin: this.now, recipient: this.found.recipient };
  }

  get till() {
    return this.contract.till(this.found.coin.category, this.found.coin.state.index);
  }

  /** Reads a transaction as the next step, and follows it. */
  follow(txid: string): CurrencyTransition {
    const read = readCurrencyTransition(this.contract, this.now, txid, this.chain.transaction(txid));
    if (!read.ok) throw new Error(`${txid}: ${read.problem}`);
    const { transition } = read;
    this.steps.push(transition);
    this.coin = transition.next;
    const { clock } = transition;
    if (clock !== undefined) this.clock = { ...clock, noticeHeight: this.chain.tip().height + 1 };
    if (transition.kind === 'settle' || transition.next === undefined) this.clock = undefined;
    return transition;
  }

  /** The next keyless step, by a pair of messages around the next date. */
  duty(price: bigint, pair: SignedPair = pairAt(this.now.state.next, price)): CurrencyDuty | undefined {
    const { chain, clock } = this;
    const tipHeight = chain.tip().height;
    return nextCurrencyDuty({
      ...this.item,
      clock: clock && { ...clock, tipHeight },
      time: chain.locktime(),
      pair,
      deposits: chain
        .coinsOf(this.till.lockingBytecode)
        .map(({ txid, vout, satoshis }) => ({ outpoint: { txid, vout }, satoshis })),
    });
  }

  /** Sends the next keyless step, and follows it. @throws Error where nothing is due */
  perform(price: bigint, pair?: SignedPair): CurrencyTransition {
    const duty = this.duty(price, pair);
    const { hex, txid } = keyless(duty?.transaction);
    this.chain.node.submit(hex);
    const step = this.follow(txid);
    expect(step.kind).toBe(duty?.kind);
    expect(step.next).toEqual(duty?.next);
    return step;
  }
}

/** Funds payments of one sender, and finds them again by the bytes of the funding alone. */
export const fundCurrency = async (
  chain: TestChain,
  payer: Party,
  drafts: readonly CurrencyDraft[],
  terms: CurrencyPlanTerms,
): Promise<readonly LiveCurrency[]> => {
  const contract = createCurrencyContract(terms, 'devnet');
  const { kind, transaction } = buildCurrencyFunding(contract, drafts, payer.funds(), chain.tip());
  if (kind !== 'funding') throw new Error('The wallet has a coin at index 0');
  const txid = await payer.send(transaction);
  expect(chain.feeOf(txid)).toBe(transaction.fee);
  const result = findCurrencyFunding('devnet', txid, chain.transaction(txid));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  expect(result.plan.contract.lockingBytecode).toEqual(contract.lockingBytecode);
  expect(result.plan.contract.terms).toEqual(terms);
  chain.mine(1);
  return result.plan.payments.map((found) => new LiveCurrency(chain, result.plan.contract, found));
};
