import { binsAreEqual } from '@bitauth/libauth';
import {
  buildPlanMoves,
  lockingBytecodeOf,
  MAX_STRAYS,
  partyAddress,
  planMoveItem,
  type BuildOptions,
  type DuePayout,
  type NoticeEnd,
  type PublicKeyHash,
  type AnyPlanStream,
  type StreamPosition,
  type WalletCoins,
} from '@weir/covenants';
import { toContractState } from '@weir/indexing/products';
import { commandWithArguments } from '@weir/infra/electrum';
import type { Action, BuiltTransaction, SenderMove } from '../actions.js';
import type { RecoverContext } from '../chain/open-chain.js';
import type { Instance } from '../find/instance.js';
import { notPossible, usage } from '../recover-error.js';
import { isKey, isOver, runningNotice, type Surroundings } from '../report/report-two-party.js';

/** The action to build on a contract. */
export interface Order {
  readonly action: Action;
  /** The address that acts: it signs, and pays what the contract does not. */
  readonly address: PublicKeyHash | undefined;
}

/**
 * Returns the coins of a key hash, unconfirmed ones included.
 * @throws ChainUnavailableError
 */
export const walletOf = async (hash: PublicKeyHash, { chain }: RecoverContext): Promise<WalletCoins> => ({
  hash,
  coins: await chain.unspent(lockingBytecodeOf(hash)),
});

/** The message to a user whose party is a script: no wallet of one key can sign for its coins. */
const ofScript = (action: Action, who: string): string =>
  who === 'recipient'
    ? `The ${who} is a script, whose coins no wallet of one key signs for. A push pays it all the same: name who pays the fee with --address`
    : `The ${who} is a script, whose coins no wallet of one key signs for. Where it is a vault: vault cancel, vault pause, vault resume. A multisig's own software signs what @weir/covenants builds for a ${action}`;

/**
 * Returns the key hash that signs an action.
 *
 * @param right locking bytecode of the only party that may act; undefined if anybody may
 * @throws RecoverError USAGE if no address is named, NOT_POSSIBLE if the right belongs to another party
 */
export const actor = ({ action, address }: Order, right: Uint8Array | undefined, who: string): PublicKeyHash => {
  if (right !== undefined && !isKey(right)) throw notPossible(ofScript(action, who));
  if (address === undefined) throw usage(`A ${action} is signed: say by whom with --address`);
  if (right !== undefined && !binsAreEqual(right, lockingBytecodeOf(address)))
    throw notPossible(`Only the ${who} of this contract can build a ${action}: --address is another's`);
  return address;
};

/** A contract in its current state, and the latest locktime its transaction may carry (Unix seconds). */
interface Scene {
  readonly instance: Instance;
  readonly contract: AnyPlanStream;
  readonly position: StreamPosition;
  readonly around: Surroundings;
  readonly order: Order;
  readonly context: RecoverContext;
}

/**
 * Returns the amount that can be paid now.
 * @throws RecoverError NOT_POSSIBLE if nothing is due
 */
const payoutOf = ({ contract, position, around }: Scene): DuePayout => {
  const payout = position.payoutAt(around.time);
  if (payout !== undefined) return payout;
  const next = contract.schedule.nextPayoutTime(position.state);
  if (next === undefined) throw notPossible('Nothing is due, and nothing will become due in this state');
  throw notPossible(
    `Nothing is due before ${new Date(Number(next) * 1000).toISOString()} by the chain's clock, which runs about an hour behind`,
  );
};

const coinsOf = async (hash: PublicKeyHash, context: RecoverContext) => (await walletOf(hash, context)).coins;

const buildClaim = async (scene: Scene): Promise<BuiltTransaction> => {
  const due = scene.position.payoutAt(scene.around.time);
  const keyless = due?.isKeyless === true ? due.buildPush() : undefined;
  // No signature is needed where the reserve pays the fee: the transaction is complete.
  if (keyless !== undefined) return keyless;
  const recipient = actor(scene.order, scene.position.recipient, 'recipient');
  const payout = payoutOf(scene);
  return payout.buildClaim(await coinsOf(recipient, scene.context));
};

/** The command that builds the same push, with its fee paid by the recipient or, where that is a script, by anybody. */
const paidPushCommand = ({ position: { state, recipient }, context: { network, servers } }: Scene): string => {
  const payer = isKey(recipient) ? partyAddress(recipient, network) : undefined;
  return [
    `${commandWithArguments('recover')} build ${state.outpoint.txid}:${state.outpoint.vout} --action push`,
    `--address ${payer ?? '<address of who pays>'}`,
    `--network ${network}`,
    ...servers.map((url) => `--server ${url}`),
  ].join(' ');
};

const buildPush = async (scene: Scene): Promise<BuiltTransaction> => {
  const payout = payoutOf(scene);
  const push = payout.buildPush();
  if (push !== undefined) return push;
  const { address } = scene.order;
  if (address !== undefined) return payout.buildPaidPush(await walletOf(address, scene.context));
  throw notPossible(
    `The contract pays no fee for this push: it does for payments that are worth it, and no more than its bound. Somebody's coins pay it, whose wallet signs:\n\n  ${paidPushCommand(scene)}`,
  );
};

/** Why a sender's move is not possible in the contract's state. */
const refusalOf = (move: SenderMove, position: StreamPosition): string => {
  if (move === 'cancel')
    return 'It cannot be cancelled: it does not allow that, is cancelled already, or all of it is due';
  if (move === 'pause')
    return 'It cannot be paused: it does not allow that, is paused or cancelled already, or all of it is due';
  return position.noticeEnd()?.kind === 'settle'
    ? 'The notice of its pause is to be ended first: settle it'
    : 'There is no pause to end, or only its last period is left, which falls due at its date';
};

const buildSenderMove = async (
  { contract, position, order, around: { time }, context }: Scene,
  move: SenderMove,
): Promise<BuiltTransaction> => {
  const sender = actor(order, contract.sender, 'sender');
  const item = planMoveItem(contract, position.state, move, time);
  if (item === undefined) throw notPossible(refusalOf(move, position));
  return buildPlanMoves([item], await walletOf(sender, context), { feeRate: await context.chain.feeRate() });
};

/**
 * Builds the end of a notice when nodes ask for a higher fee than the contract may pay: the sender signs and pays the
 * rest.
 */
const buildPaidEnd = async (
  end: NoticeEnd,
  { contract, order, context }: Scene,
): Promise<NonNullable<ReturnType<NoticeEnd['buildPaid']>>> => {
  if (order.address === undefined)
    throw notPossible(
      `Nodes ask ${await context.chain.feeRate()} satoshis for 1,000 bytes, more than the contract may give for a ${end.kind}. Name the sender with --address: their wallet signs, and pays the rest`,
    );
  const paid = isKey(contract.sender)
    ? end.buildPaid(await coinsOf(actor(order, contract.sender, 'sender'), context))
    : undefined;
  if (paid === undefined)
    throw notPossible(
      `Nodes ask more than the contract may give for a ${end.kind}, and no wallet of one key signs for its sender: wait for a lower fee rate`,
    );
  return paid;
};

const buildNoticeEnd = async (scene: Scene): Promise<BuiltTransaction> => {
  const { instance, contract, position, order, around } = scene;
  const end = position.noticeEnd();
  if (end?.kind !== order.action)
    throw notPossible(
      `There is nothing to ${order.action}: ${end === undefined ? 'no notice runs' : `the notice that runs ends with a ${end.kind}`}`,
    );
  const notice = runningNotice(instance, contract, end.kind);
  if (isOver(notice, around.tip)) return (end.build() ?? (await buildPaidEnd(end, scene))).transaction;
  const when =
    notice.overAtHeight === null
      ? `its ${notice.after} is not mined yet`
      : `it is over at height ${notice.overAtHeight}, and the chain is at ${around.tip.height}`;
  throw notPossible(`The notice is not over: ${when}`);
};

const buildSweep = async (
  contract: AnyPlanStream,
  order: Order,
  { coins }: Surroundings,
  context: RecoverContext,
  options: BuildOptions,
): Promise<BuiltTransaction> => {
  const strays = coins.filter((coin) => contract.isStray(coin)).slice(0, MAX_STRAYS);
  if (strays.length === 0) throw notPossible('The address holds no coins that do not belong there');
  return contract.buildSweep(strays, await coinsOf(actor(order, contract.sender, 'sender'), context), options);
};

/**
 * Builds an action on a stream or payment.
 *
 * @throws RecoverError, InsufficientFundsError, ChainUnavailableError
 */
export const buildTwoParty = async (
  instance: Instance,
  contract: AnyPlanStream,
  order: Order,
  around: Surroundings,
  context: RecoverContext,
): Promise<BuiltTransaction> => {
  const { action } = order;
  const options = { feeRate: await context.chain.feeRate() };
  if (action === 'sweep') return buildSweep(contract, order, around, context, options);
  const { state } = instance.head;
  if (state === null) throw notPossible(`This contract has ended (${instance.head.status}): nothing can move any more`);
  const scene = { instance, contract, position: contract.at(toContractState(state), options), around, order, context };
  switch (action) {
    case 'claim':
      return buildClaim(scene);
    case 'push':
      return buildPush(scene);
    case 'cancel':
    case 'pause':
    case 'resume':
      return buildSenderMove(scene, action);
    case 'refund':
    case 'settle':
      return buildNoticeEnd(scene);
    default:
      throw usage(`A stream or payment knows no ${action}`);
  }
};
