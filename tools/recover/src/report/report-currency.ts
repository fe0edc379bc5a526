import {
  canMoveCurrency,
  type CurrencyMoveKind,
  currencyStatus,
  isCurrencyOver,
  isEndless,
  outpointKey,
  type Party,
  takesDeposits,
} from '@weir/covenants';
import { formatUnits } from '@weir/payments';
import type { RecoverContext } from '../chain/open-chain.js';
import type { Prices } from '../chain/prices.js';
import { type Role, rolesOf } from '../find/find-by-holder.js';
import type { CurrencyInstance, CurrencyScript } from '../find/follow-currency.js';
import { type CurrencyScene, type DueSteps, dueSteps, lookAtCurrency, noticeOf, unpriced } from './due-steps.js';
import { type ContractReport, isKey, isOver, type PossibleAction, urge } from './report-two-party.js';

const MOVES: readonly CurrencyMoveKind[] = ['cancel', 'pause', 'resume'];

/** Returns the roles of a party in a payment in a currency. */
export const currencyRoles = ({ contract, recipient }: CurrencyInstance, holder: Party): Role[] =>
  rolesOf({ sender: contract.terms.sender, recipient, family: 'payment' }, holder);

/** Returns the coins at a payment's address of top-ups that its sender can take back: nobody added them for as long as a notice. */
export const takeable = ({ instance, till, tip }: Pick<CurrencyScene, 'instance' | 'till' | 'tip'>) =>
  till.filter(({ height }) => height > 0 && tip.height + 1 >= height + instance.contract.terms.noticeBlocks);

const satoshisOf = (coins: readonly { readonly satoshis: bigint }[]): bigint =>
  coins.reduce((sum, { satoshis }) => sum + satoshis, 0n);

const statusOf = ({ coin, steps }: CurrencyInstance): ContractReport['status'] => {
  if (coin !== undefined) return currencyStatus(coin.state);
  return steps.at(-1)?.transition.kind === 'close' ? 'COMPLETED' : 'CANCELLED';
};

const signed = (action: PossibleAction['action']): PossibleAction => ({ action, signed: true, amount: null });
const complete = (action: PossibleAction['action'], amount: bigint | null = null): PossibleAction => ({
  action,
  signed: false,
  amount,
});

/** Returns what the sender can do beside paying. */
const sendersActions = ({ instance, coin, tip }: CurrencyScene): PossibleAction[] => {
  const { contract } = instance;
  const notice = noticeOf(instance);
  if (notice !== undefined)
    return isOver(notice, tip) ? [complete(notice.after === 'pause' ? 'settle' : 'refund')] : [];
  if (isCurrencyOver(coin)) return [complete('close')];
  const moves = isKey(contract.terms.sender)
    ? MOVES.filter((kind) => canMoveCurrency({ contract, coin }, kind)).map(signed)
    : [];
  return takesDeposits(coin) ? [...moves, signed('topup')] : moves;
};

const HELD_BY_FEE = 'The next period is due, but nodes ask for a higher fee than it pays: push --address pays the rest';

/** Says what the parties should know of a payment that goes on. */
const remarksOf = (scene: CurrencyScene, { held, paid }: DueSteps, roles: readonly Role[]): string[] => {
  const { instance, coin, till, tip } = scene;
  const { contract, opening } = instance;
  const { currency, decimals, least, bound } = contract.terms;
  const { left, amount, debt } = coin.state;
  const notice = noticeOf(instance);
  const periods = isEndless(contract.terms, opening.state) ? 'it has no end' : `${left} are left to pay`;
  const { address } = contract.till(opening.category, opening.state.index);
  return [
    `A period is ${formatUnits(amount, decimals)} ${currency}, in BCH at the oracle's price of its date; ${periods}`,
    ...(debt > 0n ? [`It has a debt of ${debt} satoshis of earlier periods, which is paid first`] : []),
    ...(takesDeposits(coin)
      ? [`Anybody adds money by sending at least ${least + bound} satoshis, BCH alone, to ${address}`]
      : []),
    ...(till.length > 0 ? [`${till.length} coins with ${satoshisOf(till)} satoshis are at ${address}`] : []),
    ...(held === undefined ? [] : [held.pair === undefined ? unpriced(instance, held.coin) : HELD_BY_FEE]),
    ...(notice !== undefined && (paid > 0n || held !== undefined) && roles.includes('recipient')
      ? [urge(notice, tip)]
      : []),
  ];
};

type LivePart = Pick<ContractReport, 'due' | 'nextDue' | 'actions' | 'remarks'>;

const liveParts = async (
  scene: CurrencyScene,
  roles: readonly Role[],
  prices: Prices,
  { chain }: RecoverContext,
): Promise<LivePart> => {
  const due = await dueSteps(scene, prices, { feeRate: await chain.feeRate() });
  const { open, next } = scene.coin.state;
  const isDue = due.steps.length > 0 || due.held !== undefined;
  const pays = due.steps.length === 0 ? [] : [complete('push', due.paid)];
  return {
    due: due.paid,
    nextDue: open > 0 && !isDue ? next : null,
    actions: [
      ...(due.paid > 0n && roles.includes('recipient') ? [complete('claim', due.paid)] : []),
      ...pays,
      ...(roles.includes('sender') ? sendersActions(scene) : []),
    ],
    remarks: remarksOf(scene, due, roles),
  };
};

const NOTHING: LivePart = { due: 0n, nextDue: null, actions: [], remarks: [] };

/**
 * Reports what a payment in a currency has for a party.
 *
 * @throws RecoverError, ChainUnavailableError
 */
export const reportCurrency = async (
  instance: CurrencyInstance,
  script: CurrencyScript,
  holder: Party,
  prices: Prices,
  context: RecoverContext,
): Promise<ContractReport> => {
  const { contract, opening, funding, steps, recipient } = instance;
  const { sender } = contract.terms;
  const roles = currencyRoles(instance, holder);
  const { coin, ...around } = await lookAtCurrency({ ...script, instance }, context);
  const live = coin === undefined ? NOTHING : await liveParts({ ...around, coin }, roles, prices, context);
  // What is still added is not a stray.
  const strays = [...(coin !== undefined && takesDeposits(coin) ? [] : around.till), ...around.lost];
  const canTake = roles.includes('sender') && isKey(sender) && takeable(around).length + around.lost.length > 0;
  return {
    contractAddress: contract.address,
    funding: outpointKey(opening.outpoint),
    product: 'CURRENCY_PAYMENT',
    roles,
    sender,
    recipient,
    move: null,
    status: statusOf(instance),
    ended: coin === undefined,
    tokenCategory: null,
    funded: opening.satoshis,
    paid: steps.reduce((sum, { transition }) => sum + transition.paidToRecipient, 0n),
    due: live.due,
    nextDue: live.nextDue,
    notice: noticeOf(instance) ?? null,
    states: coin === undefined ? [] : [outpointKey(coin.outpoint)],
    confirmations: (steps.at(-1)?.transaction ?? funding).confirmations,
    strays: { coins: strays.length, satoshis: satoshisOf(strays) },
    actions: [...live.actions, ...(canTake ? [signed('sweep')] : [])],
    remarks: live.remarks,
  };
};
