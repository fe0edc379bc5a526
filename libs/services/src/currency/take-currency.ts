import { binsAreEqual } from '@bitauth/libauth';
import { buildTillTaking, MAX_STRAYS, outpointKey, partyOfKey, takesDeposits, tillConsentsIn } from '@weir/covenants';
import type { CurrencyPaymentRecord, UnspentOutput } from '@weir/infra';
import { confirmationOf, confirmedTransaction } from '../shared/chain-errors.js';
import { withFunds } from '../shared/covenant-refusals.js';
import type { Caller } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { type PayingWallet, walletCoins } from '../shared/wallet-coins.js';
import type { CurrencyContext, FollowedCurrencyContext } from './currency-context.js';
import { viewOf } from './currency-view.js';
import { senderHashOf } from './fund-currency.js';
import { loadAsSender, loadFunded, wrongState } from './load-currency.js';
import { coinOf, contractOf, stateOf } from './stored-currency.js';

/** Coins of a till that an answer lists. */
const MOST_LISTED = 100;

/** A coin in a till, and what becomes of it. */
interface WaitingCoin {
  readonly coin: UnspentOutput;
  /** From this height on the sender may take it; null while it is not mined. */
  readonly takeableAtHeight: number | null;
  /** Whether the service adds it to the payment. */
  readonly isAdded: boolean;
}

/** The till of a payment as the chain shows it. */
interface Till {
  readonly contract: ReturnType<typeof contractOf>;
  readonly owner: { readonly category: string; readonly index: number };
  readonly script: ReturnType<ReturnType<typeof contractOf>['till']>;
}

/** Returns the till of a payment; it outlives the payment. @throws ServiceError WRONG_STATE before the funding */
export const tillOf = (payment: CurrencyPaymentRecord, { network }: Pick<FollowedCurrencyContext, 'network'>): Till => {
  const { funding, initialCommitment } = payment;
  if (funding === null) throw wrongState(payment, ': it is not funded');
  const contract = contractOf(payment, network);
  const owner = { category: funding.category, index: stateOf(contract.terms, initialCommitment).index };
  return { contract, owner, script: contract.till(owner.category, owner.index) };
};

/** Reads what waits in the till of a payment, the oldest first. */
const waitingIn = async (
  { chain }: Pick<FollowedCurrencyContext, 'chain'>,
  { state }: CurrencyPaymentRecord,
  { contract, script }: Till,
): Promise<readonly WaitingCoin[]> => {
  const { noticeBlocks, least, bound } = contract.terms;
  const isOpen = state !== null && takesDeposits(coinOf(contract, state));
  const coins = await chain.unspent(script.lockingBytecode);
  return coins
    .map((coin): WaitingCoin => ({
      coin,
      takeableAtHeight: coin.height > 0 ? coin.height + noticeBlocks - 1 : null,
      isAdded: isOpen && coin.token === undefined && coin.satoshis >= least + bound,
    }))
    .sort((a, b) => (a.takeableAtHeight ?? Infinity) - (b.takeableAtHeight ?? Infinity));
};

/**
 * The coins among those that wait which the sender may take at a height: all that are as old as the notice. The largest come first, so that
 * nobody's dust takes their places.
 */
const takeableAt = (height: number, waiting: readonly WaitingCoin[]): readonly UnspentOutput[] =>
  waiting
    .flatMap(({ coin, takeableAtHeight: at }) => (at !== null && at <= height ? [coin] : []))
    .sort((one, other) => Number(other.satoshis - one.satoshis));

const sumOf = (coins: readonly UnspentOutput[]): bigint => coins.reduce((sum, { satoshis }) => sum + satoshis, 0n);

/**
 * Reads what was sent to the till of a payment and is not added yet, from the chain.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, CHAIN_UNAVAILABLE
 */
export const readTill = async (context: CurrencyContext, id: string) => {
  const payment = await loadFunded(context, id);
  const till = tillOf(payment, context);
  const [{ height }, waiting] = await Promise.all([context.chain.tip(), waitingIn(context, payment, till)]);
  const takeable = takeableAt(height, waiting);
  return {
    address: till.script.address,
    height,
    waiting: sumOf(waiting.map(({ coin }) => coin)),
    waitingCoins: waiting.length,
    takeable: sumOf(takeable),
    takeableCoins: takeable.length,
    coins: waiting.slice(0, MOST_LISTED).map(({ coin, takeableAtHeight, isAdded }) => ({
      outpoint: outpointKey(coin),
      amount: coin.satoshis,
      tokenCategory: coin.token?.category ?? null,
      takeableAtHeight,
      isAdded,
    })),
  };
};

/**
 * Returns the coins of a till that its sender may take now, at most as many as one transaction takes.
 *
 * @throws ServiceError WRONG_STATE where nothing waits, NOTICE_NOT_OVER with `availableAtHeight`
 */
export const takeableCoins = async (
  context: Pick<FollowedCurrencyContext, 'chain'>,
  payment: CurrencyPaymentRecord,
  till: Till,
): Promise<readonly UnspentOutput[]> => {
  const [{ height }, waiting] = await Promise.all([context.chain.tip(), waitingIn(context, payment, till)]);
  const coins = takeableAt(height, waiting);
  if (coins.length > 0) return coins.slice(0, MAX_STRAYS);
  if (waiting.length === 0) throw wrongState(payment, ', and nothing waits at its top-up address');
  throw new ServiceError(
    'NOTICE_NOT_OVER',
    'What waits at the top-up address can be taken back once it is there for as long as the cancel notice',
    { availableAtHeight: waiting[0]?.takeableAtHeight ?? null, id: payment.id },
  );
};

/**
 * Builds the sender's taking of what was sent to the till of a payment and nobody added, to sign. No recorded state changes by it.
 *
 * @param request `sender` must be the caller
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, NOTICE_NOT_OVER, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const takeFromTill = async (
  context: CurrencyContext,
  id: string,
  caller: Caller,
  { sender: named }: { readonly sender?: string | undefined },
  wallet?: PayingWallet,
) => {
  const payment = await loadAsSender(context, id, 'take back what was not added to', [caller, named]);
  const till = tillOf(payment, context);
  const hash = senderHashOf({ sender: partyOfKey(payment.senderHash) });
  const coins = await takeableCoins(context, payment, till);
  const [funds, feeRate] = await Promise.all([walletCoins(context, hash, wallet), context.chain.feeRate()]);
  const { wcTransaction, fee } = withFunds('sender', () =>
    buildTillTaking(till.contract, till.owner, coins, funds, { feeRate }),
  );
  return { returnAddress: payment.sender, amount: sumOf(coins), coins: coins.length, fee, wcTransaction };
};

/**
 * Confirms that a transaction took coins out of the till of a payment. It changes no state of the payment, so nothing is recorded: what
 * is not added to a payment is not a part of it.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_NOT_FOUND, TX_UNCONFIRMED, TX_MISMATCH, CHAIN_UNAVAILABLE
 */
export const confirmTaking = async (context: CurrencyContext, id: string, given: string) => {
  const txHash = given.toLowerCase();
  const payment = await loadFunded(context, id);
  const { script } = tillOf(payment, context);
  const transaction = await confirmedTransaction(context, txHash, () => Promise.resolve(undefined));
  const takes = tillConsentsIn(transaction.transaction).some(
    ({ act, lockingBytecode }) => act === 'take' && binsAreEqual(lockingBytecode, script.lockingBytecode),
  );
  if (!takes)
    throw new ServiceError('TX_MISMATCH', 'The transaction takes nothing from the top-up address of this payment', {
      txHash,
    });
  return {
    ...confirmationOf('What was not added is back with the sender', transaction),
    status: payment.status,
    payment: await viewOf(context, payment),
  };
};
