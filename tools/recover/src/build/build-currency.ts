import {
  type BuildOptions,
  buildCurrencyClose,
  buildCurrencyMove,
  buildCurrencyRefund,
  buildCurrencySettle,
  buildCurrencyTopUp,
  buildCurrencySweep,
  buildPaidCurrencyPayment,
  buildTillTaking,
  canMoveCurrency,
  type CurrencyCoin,
  type CurrencyMoveKind,
  isCurrencyOver,
  type KeylessTransaction,
  MAX_STRAYS,
  type SignedPair,
  takesDeposits,
  usableLocktime,
} from '@weir/covenants';
import type { BuiltTransaction } from '../actions.js';
import type { RecoverContext } from '../chain/open-chain.js';
import type { Prices } from '../chain/prices.js';
import type { CurrencyTarget } from '../find/follow-currency.js';
import { notPossible, usage } from '../recover-error.js';
import {
  type CurrencyScene,
  dueSteps,
  type HeldPeriod,
  lookAtCurrency,
  noticeOf,
  unpriced,
} from '../report/due-steps.js';
import { takeable } from '../report/report-currency.js';
import { isOver } from '../report/report-two-party.js';
import { actor, type Order, walletOf } from './build-two-party.js';

/** What is built on a payment in a currency. */
export interface CurrencyOrder extends Order {
  /** What a top-up adds, satoshis. */
  readonly satoshis: bigint | undefined;
}

interface Built {
  readonly transactions: readonly BuiltTransaction[];
  readonly remarks: readonly string[];
}

interface Site {
  readonly scene: CurrencyScene;
  readonly order: CurrencyOrder;
  readonly prices: Prices;
  readonly options: BuildOptions;
  readonly context: RecoverContext;
}

type PricedPeriod = HeldPeriod & { readonly pair: SignedPair };

const one = (transaction: BuiltTransaction): Built => ({ transactions: [transaction], remarks: [] });

/** Builds the payment of a period beside a coin of the user's, who pays what the payment may not give. */
const buildPaid = async ({ scene, order, options, context }: Site, { coin, pair }: PricedPeriod): Promise<Built> => {
  const { contract, recipient } = scene.instance;
  const payer = await walletOf(actor(order, undefined, 'payer'), context);
  return one(buildPaidCurrencyPayment({ contract, coin, recipient, pair, time: scene.time }, payer, options));
};

/** Says why nothing is paid. */
const nothingDue = ({ coin }: CurrencyScene): string => {
  const { open, next } = coin.state;
  return open === 0
    ? 'Nothing is due, and nothing will become due in this state'
    : `Nothing is due before ${new Date(Number(next) * 1000).toISOString()} by the chain's clock, which runs about an hour behind`;
};

const buildPush = async (site: Site): Promise<Built> => {
  const { scene, prices, options, order } = site;
  const { steps, held } = await dueSteps(scene, prices, options);
  if (steps.length > 0)
    return {
      transactions: steps.map(({ transaction }) => transaction),
      remarks:
        held === undefined
          ? []
          : [
              held.pair === undefined
                ? unpriced(scene.instance, held.coin)
                : 'More is due: build again once these are sent',
            ],
    };
  if (held === undefined) throw notPossible(nothingDue(scene));
  if (held.pair === undefined) throw notPossible(unpriced(scene.instance, held.coin));
  if (order.address === undefined)
    throw notPossible(
      'Nodes ask for a higher fee than this payment may give: name who pays the rest with --address, whose wallet signs',
    );
  return buildPaid(site, { coin: held.coin, pair: held.pair });
};

const WHY_NOT: Readonly<Record<CurrencyMoveKind, string>> = {
  cancel: 'It cannot be cancelled: a notice runs already',
  pause: 'It cannot be paused: its terms do not allow that, or it is paused or cancelled already',
  resume: 'There is no pause to end, or its notice is to be ended first: settle it',
};

const buildMove = async ({ scene, order, options, context }: Site, kind: CurrencyMoveKind): Promise<Built> => {
  const { contract } = scene.instance;
  const sender = actor(order, contract.terms.sender, 'sender');
  const item = { contract, coin: scene.coin };
  if (!canMoveCurrency(item, kind)) throw notPossible(WHY_NOT[kind]);
  const time = usableLocktime(scene.tip);
  return one(buildCurrencyMove([item], kind, await walletOf(sender, context), time, options));
};

/** @throws RecoverError NOT_POSSIBLE where nodes ask for more than the payment may give */
const affordable = (transaction: KeylessTransaction | undefined): Built => {
  if (transaction !== undefined) return one(transaction);
  throw notPossible('Nodes ask for a higher fee than the payment may give: wait for a lower fee rate');
};

const buildEnd = ({ scene, options }: Site, action: 'settle' | 'refund'): Built => {
  const { instance, coin, tip } = scene;
  const notice = noticeOf(instance);
  const ends = notice === undefined ? undefined : notice.after === 'pause' ? 'settle' : 'refund';
  if (notice === undefined || instance.clock === undefined || ends !== action)
    throw notPossible(
      `There is nothing to ${action}: ${ends === undefined ? 'no notice runs' : `the notice that runs ends with a ${ends}`}`,
    );
  if (!isOver(notice, tip)) {
    const when =
      notice.overAtHeight === null
        ? `its ${notice.after} is not mined yet`
        : `it is over at height ${notice.overAtHeight}, and the chain is at ${tip.height}`;
    throw notPossible(`The notice is not over: ${when}`);
  }
  const build = action === 'settle' ? buildCurrencySettle : buildCurrencyRefund;
  return affordable(build(instance.contract, coin, instance.clock.coin, options));
};

const buildClose = ({ scene: { instance, coin }, options }: Site): Built => {
  if (!isCurrencyOver(coin)) throw notPossible('It cannot be closed: not all of its periods are paid');
  return affordable(buildCurrencyClose(instance.contract, coin, options));
};

const buildTopUp = async ({ scene, order, options, context }: Site): Promise<Built> => {
  const { coin, instance } = scene;
  const { least } = instance.contract.terms;
  if (order.satoshis === undefined) throw usage('A topup adds money: say how much BCH with --amount');
  if (!takesDeposits(coin)) throw notPossible('No money can be added: a notice runs, or all of it is paid');
  if (order.satoshis < least) throw usage(`A topup adds at least ${least} satoshis, not ${order.satoshis}`);
  const payer = await walletOf(actor(order, undefined, 'payer'), context);
  return one(buildCurrencyTopUp(instance.contract, coin, order.satoshis, payer, options));
};

/** Builds the sender's taking of what was sent to the address of top-ups and never added; without any, of what is at the contract by mistake. */
const buildTaking = async (
  scene: Pick<CurrencyScene, 'instance' | 'till' | 'tip' | 'lost'>,
  order: CurrencyOrder,
  options: BuildOptions,
  context: RecoverContext,
): Promise<Built> => {
  const { contract, opening } = scene.instance;
  const coins = takeable(scene);
  const sender = actor(order, contract.terms.sender, 'sender');
  if (coins.length === 0 && scene.lost.length > 0) {
    const swept = scene.lost.slice(0, MAX_STRAYS);
    return one(buildCurrencySweep(contract, swept, await walletOf(sender, context), options));
  }
  if (coins.length === 0)
    throw notPossible(
      `Its address of top-ups holds no coins that are ${contract.terms.noticeBlocks} blocks old, which the sender could take`,
    );
  const payment = { category: opening.category, index: opening.state.index };
  const taken = coins.slice(0, MAX_STRAYS);
  const wallet = await walletOf(sender, context);
  return {
    transactions: [buildTillTaking(contract, payment, taken, wallet, options)],
    remarks:
      taken.length < coins.length
        ? [`${coins.length - taken.length} more coins have no room: build again once it is sent`]
        : [],
  };
};

const assertLive = (coin: CurrencyCoin | undefined): CurrencyCoin => {
  if (coin === undefined)
    throw notPossible('This payment has ended: nothing can move any more but what was sent to its address of top-ups');
  return coin;
};

/**
 * Builds an action on a payment in a currency.
 *
 * @throws RecoverError, InsufficientFundsError, ChainUnavailableError
 */
export const buildCurrency = async (
  target: CurrencyTarget,
  order: CurrencyOrder,
  prices: Prices,
  context: RecoverContext,
): Promise<Built> => {
  const { action } = order;
  const options = { feeRate: await context.chain.feeRate() };
  const { coin, ...around } = await lookAtCurrency(target, context);
  if (action === 'sweep') return buildTaking(around, order, options, context);
  const site = { scene: { ...around, coin: assertLive(coin) }, order, prices, options, context };
  switch (action) {
    case 'claim':
    case 'push':
      return buildPush(site);
    case 'cancel':
    case 'pause':
    case 'resume':
      return buildMove(site, action);
    case 'settle':
    case 'refund':
      return buildEnd(site, action);
    case 'close':
      return buildClose(site);
    case 'topup':
      return buildTopUp(site);
    default:
      throw usage(`A payment in a currency knows no ${action}`);
  }
};
