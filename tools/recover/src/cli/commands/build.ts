import { encodeWcTransaction } from '@weir/covenants';
import { IN_BCH } from '@weir/merkle/lists';
import {
  type Built,
  type BuiltTransaction,
  isKeyless,
  isMoveStep,
  isSenderMove,
  MOVE_STEPS,
  type MoveStep,
  SENDER_MOVES,
  type SenderMove,
} from '../../actions.js';
import { amountOption } from '../../amount-option.js';
import { prepareAddressMoves } from '../../build/build-address-moves.js';
import { buildAirdrop } from '../../build/build-airdrop.js';
import { prepareCurrencyMoves } from '../../build/build-currency-moves.js';
import { buildCurrency } from '../../build/build-currency.js';
import { buildLock } from '../../build/build-lock.js';
import { prepareMoves } from '../../build/build-moves.js';
import { actor, buildTwoParty, type Order, walletOf } from '../../build/build-two-party.js';
import type { RecoverContext } from '../../chain/open-chain.js';
import { openPrices } from '../../chain/prices.js';
import { findMovable, findPlanStreams, findTarget, scriptOf } from '../../find/find-targets.js';
import { type CurrencyInstance, findCurrencyPayments, findCurrencyTarget } from '../../find/follow-currency.js';
import { addressNow, lockNow } from '../../find/instance.js';
import { usage } from '../../recover-error.js';
import { surroundings } from '../../report/report-contract.js';
import type { Answer, BuildTask, Io, Settings } from '../command.types.js';
import { showTransaction, transactionJson } from '../show.js';
import { parseHolder, parseKey } from './list.js';

/** Builds one action on several payments in a currency, under a single signature of their sender. */
const buildPaymentsTogether = async (
  payments: readonly CurrencyInstance[],
  { action, address, all }: Order & { readonly action: SenderMove; readonly all: boolean },
  context: RecoverContext,
): Promise<Built> => {
  const { time } = await surroundings({ coins: [] }, context);
  const moves = prepareCurrencyMoves(payments, action, { all }, time);
  const sender = actor({ action, address }, moves.sender, 'sender');
  return {
    action,
    contractAddress: payments[0]?.contract.address ?? '',
    scripts: moves.scripts,
    transactions: [moves.build(await walletOf(sender, context), { feeRate: await context.chain.feeRate() })],
    remarks: moves.remarks,
  };
};

/** Builds one action on several streams of plans, under a single signature of their sender. */
const buildTogether = async (task: BuildTask, context: RecoverContext): Promise<Built> => {
  const { action, contracts, all } = task;
  if (!isSenderMove(action))
    throw usage(`Name one contract: only ${[...SENDER_MOVES, ...MOVE_STEPS].join(', ')} of plans take several at once`);
  const address = task.address === undefined ? undefined : parseKey(task.address, context);
  const payments = await findCurrencyPayments({ contracts, all }, (text) => scriptOf(text, context), context);
  if (payments !== undefined) return buildPaymentsTogether(payments, { action, address, all }, context);
  const found = await findPlanStreams({ contracts, all }, context);
  const [first] = found;
  const sender = actor({ action, address }, first.stream.sender, 'sender');
  const { time } = await surroundings({ coins: [] }, context);
  const moves = prepareMoves(found, action, { all }, time);
  return {
    action,
    contractAddress: first.stream.address,
    scripts: moves.streams.flatMap(({ stream }) => stream.scripts),
    transactions: [moves.build(await walletOf(sender, context), { feeRate: await context.chain.feeRate() })],
    remarks: moves.remarks,
  };
};

/** Builds a step of the move of one or several streams and locks to another address, under a single signature. */
const buildAddressMoves = async (step: MoveStep, task: BuildTask, context: RecoverContext): Promise<Built> => {
  const { contracts, all } = task;
  if (step === 'announce' && task.to === undefined)
    throw usage('An announcement names the new address: say it with --to');
  if (step !== 'announce' && task.to !== undefined) throw usage(`--to is for an announcement, not for a ${step}`);
  const to = task.to === undefined ? undefined : parseHolder(task.to, context);
  const found = await findMovable({ contracts, all }, context);
  const { tip } = await surroundings({ coins: [] }, context);
  const moves = prepareAddressMoves(found, step, { all }, tip);
  const address = task.address === undefined ? undefined : parseKey(task.address, context);
  const wallet = () =>
    walletOf(actor({ action: step, address }, step === 'finish' ? undefined : moves.recipient, 'recipient'), context);
  return {
    action: step,
    contractAddress: moves.address,
    scripts: moves.scriptsFor(to),
    transactions: await moves.build(wallet, to, { feeRate: await context.chain.feeRate() }),
    remarks: moves.remarks,
  };
};

const buildTask = async (task: BuildTask, context: RecoverContext, io: Io): Promise<Built> => {
  const { action, signature, contracts, all } = task;
  const [contract = '', ...more] = contracts;
  if (isMoveStep(action)) return buildAddressMoves(action, task, context);
  if (all || more.length > 0) return buildTogether(task, context);
  const address = task.address === undefined ? undefined : parseKey(task.address, context);
  const recipient = task.recipient === undefined ? undefined : parseKey(task.recipient, context);
  const csv = task.whitelist === undefined ? undefined : await io.readFile(task.whitelist);
  const payment = await findCurrencyTarget(contract, (text) => scriptOf(text, context), context);
  if (payment !== undefined) {
    const satoshis = task.amount === undefined ? undefined : amountOption(task.amount, IN_BCH);
    const prices = openPrices(task.oracles, (path) => io.readFile(path), context);
    return {
      action,
      contractAddress: payment.instance.contract.address,
      scripts: [payment.instance.contract.lockingBytecode],
      ...(await buildCurrency(payment, { action, address, satoshis }, prices, context)),
    };
  }
  const { instance, script } = await findTarget(contract, context);
  const around = await surroundings(script, context);
  const { model } = instance.contract;
  const about = { action, contractAddress: addressNow(instance) };
  if (model.kind === 'airdrop')
    return {
      ...about,
      scripts: [model.contract.lockingBytecode, model.contract.companion.lockingBytecode],
      ...(await buildAirdrop(
        instance,
        model.contract,
        { action, address, recipient, csv, signature },
        around,
        context,
      )),
    };
  if (model.kind === 'lock')
    return {
      ...about,
      scripts: [(lockNow(instance, model.contract)?.contract ?? model.contract).lockingBytecode],
      transactions: [await buildLock(instance, model.contract, { action, address }, around, context)],
      remarks: [],
    };
  return {
    ...about,
    scripts: model.contract.scripts,
    transactions: [await buildTwoParty(instance, model.contract, { action, address }, around, context)],
    remarks: [],
  };
};

/** Returns what the user passes on: the hex of a complete transaction, else what their wallet signs. */
const handed = ({ transactions }: Built, { encoding }: Settings): string[] =>
  transactions.map((built) =>
    isKeyless(built) ? built.hex : JSON.stringify(encodeWcTransaction(built.wcTransaction, encoding)),
  );

const nextStep = ({ transactions }: Built, { out }: Settings, sent: readonly string[]): string => {
  if (sent.length > 0) return `Sent: ${sent.join(', ')}`;
  if (transactions.every(isKeyless))
    return 'Complete: nobody signs it. Send it with --broadcast, or by any node or wallet that broadcasts hex:';
  return out === undefined
    ? 'To sign with your wallet (bch_signTransaction), which sends it too:'
    : `To sign with your wallet (bch_signTransaction), which sends it too: it is in ${out}`;
};

/**
 * Builds an action on a contract; with `--broadcast`, also sends it if nobody has to sign.
 * @throws RecoverError, ChainUnavailableError
 */
export const build = async (task: BuildTask, settings: Settings, context: RecoverContext, io: Io): Promise<Answer> => {
  const built = await buildTask(task, context, io);
  const sent = task.broadcast ? await sendAll(built.transactions, context) : [];
  const parts = handed(built, settings);
  const text = [
    `${built.action} of ${built.contractAddress}`,
    ...built.transactions.map((each) => showTransaction(each, built.scripts, context.network)),
    ...built.remarks,
    nextStep(built, settings, sent),
    ...(sent.length > 0 || settings.out !== undefined ? [] : parts),
  ].join('\n\n');
  const transactions = built.transactions.map((each) => transactionJson(each, context.network, settings.encoding));
  return {
    text,
    file: parts.join('\n'),
    json: { action: built.action, contractAddress: built.contractAddress, transactions, remarks: built.remarks, sent },
  };
};

/**
 * Broadcasts complete transactions one after the other.
 *
 * @returns their txids
 * @throws RecoverError USAGE if a wallet has to sign one first
 * @throws BroadcastRejectedError, ChainUnavailableError
 */
export const sendAll = async (
  transactions: readonly BuiltTransaction[],
  { chain }: RecoverContext,
): Promise<string[]> => {
  const complete = transactions.filter(isKeyless);
  if (complete.length < transactions.length)
    throw usage('This has to be signed by a wallet, which can send it too; --broadcast sends what is complete');
  const sent: string[] = [];
  for (const { hex } of complete) sent.push(await chain.broadcast(hex));
  return sent;
};
