import { binsAreEqual } from '@bitauth/libauth';
import { lockingBytecodeOf, MOST_STRAYS, type PublicKeyHash, type WalletCoins } from '@weir/covenants';
import type { RecoverContext } from '../chain/open-chain.js';
import type { Position, TwoParty } from '../contracts/two-party.js';
import type { Instance } from '../find/instance.js';
import { notPossible, usage } from '../recover-error.js';
import { isOver, runningNotice, type Surroundings } from '../report/report-two-party.js';
import type { Action } from './actions.js';
import type { BuiltTransaction } from './built.js';

/** What an action is to be built of. */
export interface Order {
  readonly action: Action;
  /** Who acts: signs, and pays what the contract does not. */
  readonly address: PublicKeyHash | undefined;
}

/** Somebody's coins, the mempool's as well. @throws ChainUnavailableError */
export const walletOf = async (hash: PublicKeyHash, { chain }: RecoverContext): Promise<WalletCoins> => ({
  hash,
  coins: await chain.unspent(lockingBytecodeOf(hash)),
});

/** @throws RecoverError USAGE where nobody is named, NOT_POSSIBLE where it is another one's right */
export const actor = ({ action, address }: Order, right: PublicKeyHash | undefined, who: string): PublicKeyHash => {
  if (address === undefined) throw usage(`A ${action} is signed: say by whom with --address`);
  if (right !== undefined && !binsAreEqual(right, address))
    throw notPossible(`Only the ${who} of this contract can build a ${action}: --address is another's`);
  return address;
};

const nothingDue = (contract: TwoParty, { state }: Position): Error => {
  const next = contract.nextDue(state);
  if (next === undefined) return notPossible('Nothing is due, and as it stands nothing will be');
  return notPossible(
    `Nothing is due before ${new Date(Number(next) * 1000).toISOString()} by the chain's clock, which runs about an hour behind`,
  );
};

const buildPush = async (
  contract: TwoParty,
  position: Position,
  { address }: Order,
  context: RecoverContext,
): Promise<BuiltTransaction> => {
  if (contract.due(position) === 0n) throw nothingDue(contract, position);
  const push = contract.buildPush(position);
  if (push !== undefined) return push;
  if (address !== undefined) return contract.buildPaidPush(position, await walletOf(address, context));
  throw notPossible(
    'The contract pays no fee for this push: it does while a notice runs, for payments that are worth it. Name who pays the fee with --address',
  );
};

const buildNoticeEnd = (
  instance: Instance,
  contract: TwoParty,
  { state }: Position,
  { action }: Order,
  { tip }: Surroundings,
): BuiltTransaction => {
  const ends = contract.noticeEnd(state);
  if (ends !== action)
    throw notPossible(
      `There is nothing to ${action}: ${ends === undefined ? 'no notice runs' : `the notice that runs ends with a ${ends}`}`,
    );
  const notice = runningNotice(instance, contract, ends);
  if (isOver(notice, tip)) return contract.buildNoticeEnd(state);
  const when =
    notice.overAtHeight === null
      ? `its ${notice.after} is not mined yet`
      : `it is over at height ${notice.overAtHeight}, and the chain is at ${tip.height}`;
  throw notPossible(`The notice is not over: ${when}`);
};

const buildSweep = async (
  contract: TwoParty,
  order: Order,
  { coins }: Surroundings,
  context: RecoverContext,
): Promise<BuiltTransaction> => {
  const strays = coins.filter((coin) => contract.isStray(coin)).slice(0, MOST_STRAYS);
  if (strays.length === 0) throw notPossible('Nothing lies at the address that does not belong there');
  return contract.buildSweep(strays, await walletOf(actor(order, contract.sender, 'sender'), context));
};

/**
 * Builds an action on a stream or payment.
 *
 * @throws RecoverError; InsufficientFundsError, ChainUnavailableError
 */
export const buildTwoParty = async (
  instance: Instance,
  contract: TwoParty,
  order: Order,
  around: Surroundings,
  context: RecoverContext,
): Promise<BuiltTransaction> => {
  const { action } = order;
  if (action === 'sweep') return buildSweep(contract, order, around, context);
  const { state } = instance.head;
  if (state === null) throw notPossible(`This contract has ended (${instance.head.status}): nothing can move any more`);
  const position = { state, time: around.time };
  switch (action) {
    case 'claim': {
      const recipient = actor(order, contract.recipient, 'recipient');
      if (contract.due(position) === 0n) throw nothingDue(contract, position);
      return contract.buildClaim(position, await walletOf(recipient, context));
    }
    case 'push':
      return buildPush(contract, position, order, context);
    case 'cancel': {
      const sender = actor(order, contract.sender, 'sender');
      if (contract.split(position) === undefined)
        throw notPossible('It cannot be cancelled: it does not allow that, is cancelled already, or all of it is due');
      return contract.buildCancel(position, await walletOf(sender, context));
    }
    case 'refund':
    case 'settle':
      return buildNoticeEnd(instance, contract, position, order, around);
    default:
      throw usage(`A stream or payment knows no ${action}`);
  }
};
