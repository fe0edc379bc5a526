import { binsAreEqual, binToHex } from '@bitauth/libauth';
import {
  cancelReserveOf,
  clockSatoshis,
  isPlanStray,
  lastPushOf,
  PLAN_TOKEN_PAYOUT_SATOSHIS,
  outpointKey,
  partyAddress,
  partyHash,
  readPlanScript,
  readPlanTransition,
  readStream,
  slotsAt,
  type Network,
  type PlanCoin,
  type PlanContract,
  type PlanTransition,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { MovesStream, StreamMove, SweepsPlan } from '../effects.types.js';
import type { SpentOutput } from '../request/signing-request.js';
import { lockKey, UNSIGNED, type Account } from './account.js';

/** The plan whose state or stray an input spends: its script, shown by the input, must be that of the output. */
const createPlanReader = () => {
  const known = new Map<string, PlanContract | undefined>();
  return (spent: SpentOutput): PlanContract | undefined => {
    const key = lockKey(spent.lockingBytecode);
    if (!known.has(key)) {
      const script = lastPushOf(spent.unlockingBytecode);
      const contract = script && readPlanScript(script);
      known.set(
        key,
        contract !== undefined && binsAreEqual(contract.lockingBytecode, spent.lockingBytecode) ? contract : undefined,
      );
    }
    return known.get(key);
  };
};

const MOVES: Readonly<Record<PlanTransition['kind'], StreamMove>> = {
  pay: 'PAY',
  cancel: 'CANCEL',
  pause: 'PAUSE',
  settle: 'SETTLE',
  resume: 'RESUME',
  refund: 'REFUND',
};

/** Lists the outputs that a step makes, which the covenant fixes. */
const outputsOf = (input: number, { kind, next, spent, clock, paidToRecipient, reserveReturned }: PlanTransition) => {
  const tokens = spent.companion !== undefined;
  const state = (vout: number) => (tokens ? [vout, vout + 1] : [vout]);
  if (kind === 'settle') return state(0);
  if (kind === 'refund') return [0];
  if (kind === 'pay') {
    if (next !== undefined) return [...state(0), tokens ? 2 : 1];
    return reserveReturned > 0n ? [0, 1] : [0];
  }
  const places = slotsAt(input, tokens);
  return [
    ...state(places.state),
    ...(clock === undefined ? [] : [places.clock]),
    ...(paidToRecipient > 0n ? [places.payee] : []),
  ];
};

/** Returns where a step pays the recipient, if it does. */
const payeeAt = (input: number, { kind, next, spent, paidToRecipient }: PlanTransition): number | undefined => {
  if (paidToRecipient === 0n) return undefined;
  const tokens = spent.companion !== undefined;
  if (kind !== 'pay') return slotsAt(input, tokens).payee;
  if (next === undefined) return 0;
  return tokens ? 2 : 1;
};

/** Returns when the next period of a stream falls due; undefined where none is left. */
const nextDueOf = ({ next }: PlanTransition): bigint | undefined =>
  next?.state.kind === 'RECURRING' && next.state.unpaid > 0 ? next.state.next : undefined;

const effectOf = (
  contract: PlanContract,
  coin: PlanCoin,
  step: PlanTransition,
  { network, recipient }: { readonly network: Network; readonly recipient: Uint8Array | undefined },
): MovesStream => ({
  kind: 'MOVES_STREAM',
  move: MOVES[step.kind],
  outpoint: outpointKey(coin.outpoint),
  category: coin.category,
  index: coin.state.index,
  sender: partyAddress(contract.terms.sender, network) ?? '',
  recipientHash: binToHex(coin.state.recipient),
  recipient: recipient && partyAddress(recipient, network),
  asset: coin.companion?.category,
  paidToRecipient: step.paidToRecipient,
  returnedToSender: step.returnedToSender,
  left: step.next?.principal ?? 0n,
  noticeBlocks: contract.group.noticeBlocks,
  nextDue: nextDueOf(step),
});

/** Returns the satoshis of a stream's inputs: state, companion and clock. */
const heldAt = ({ draft: { spent } }: Account, { clock }: PlanContract, input: number, tokens: boolean): bigint => {
  const last = spent[input + (tokens ? 2 : 1)];
  const isClock = last !== undefined && binsAreEqual(last.lockingBytecode, clock.lockingBytecode);
  return spent
    .slice(input, input + (tokens ? 2 : 1) + (isClock ? 1 : 0))
    .reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
};

/**
 * Checks that the contract's outputs hold no more satoshis than the step needs: where a covenant sets no upper limit,
 * the rest would be the signer's loss.
 */
const assertNoExcess = (account: Account, contract: PlanContract, input: number, step: PlanTransition): void => {
  const { spent, next, clock, kind } = step;
  const tokens = spent.companion !== undefined;
  const fill = kind === 'cancel' || kind === 'pause' ? cancelReserveOf(contract.terms) : 0n;
  const reserve = spent.reserve > fill ? spent.reserve : fill;
  const payee = kind === 'pay' ? (next === undefined ? 0 : 2) : slotsAt(input, tokens).payee;
  const payout = tokens && step.paidToRecipient > 0n ? (account.outputs[payee]?.valueSatoshis ?? 0n) : 0n;
  const isExact =
    (kind !== 'pay' || step.reserveReturned <= heldAt(account, contract, input, tokens)) &&
    (next === undefined || next.reserve <= reserve) &&
    (next?.companion?.satoshis ?? 0n) <= (spent.companion?.satoshis ?? 0n) &&
    (clock === undefined || clock.satoshis <= clockSatoshis(contract, spent)) &&
    payout <= PLAN_TOKEN_PAYOUT_SATOSHIS;
  if (!isExact)
    throw new Difference('UNEXPECTED_OUTPUT', `Stream ${spent.state.index} would get more satoshis than it needs`);
};

/** Explains the companion behind a state of tokens, and the clock that ends its notice, where they are spent. */
const explainBeside = (account: Account, contract: PlanContract, input: number, tokens: boolean): void => {
  const isAt = (index: number, lock: Uint8Array) => {
    const spent = account.draft.spent[index];
    return spent !== undefined && binsAreEqual(spent.lockingBytecode, lock);
  };
  if (tokens) account.input(input + 1);
  const behind = input + (tokens ? 2 : 1);
  // Only a step at input 0 spends a clock.
  if (input !== 0 || !isAt(behind, contract.clock.lockingBytecode)) return;
  account.input(behind);
  account.wait(behind, contract.group.noticeBlocks);
};

/** Makes a value when it is first needed. */
const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};

/** What a transaction does to streams of plans. */
interface PlanMoves {
  readonly effects: readonly (MovesStream | SweepsPlan)[];
  /** Coins that it sweeps: their tokens are the sender's. */
  readonly strays: readonly SpentOutput[];
}

/**
 * Reads what a transaction does to streams of plans, each by the script and the state that its input spends.
 *
 * @param parties locking bytecodes among which the recipient of a stream is looked for by its hash, where nothing is paid
 * @throws Difference UNEXPECTED_INPUT for an input of a plan that is no step of a stream and no sweep
 */
export const readPlanMoves = (account: Account, network: Network, parties: readonly Uint8Array[]): PlanMoves => {
  const { transaction, spent } = account.draft;
  const known = once(() => new Map(parties.map((party) => [binToHex(partyHash(party)), party])));
  const contractOf = createPlanReader();
  const strays: SpentOutput[] = [];
  const swept = new Map<PlanContract, number>();
  const moves = spent.flatMap((output, input): MovesStream[] => {
    const contract = contractOf(output);
    if (contract === undefined) return [];
    const holding = readStream(contract, spent, input);
    if (holding === undefined) {
      const { outpoint, valueSatoshis: satoshis, token } = output;
      const stray = {
        ...outpoint,
        satoshis,
        ...(token !== undefined && {
          token: {
            ...token,
            category: binToHex(token.category),
            nft: token.nft && { ...token.nft, commitment: binToHex(token.nft.commitment) },
          },
        }),
      };
      if (!isPlanStray(contract, stray))
        throw new Difference('UNEXPECTED_INPUT', `Input ${input} spends an unsound stream`);
      strays.push(account.input(input));
      swept.set(contract, (swept.get(contract) ?? 0) + 1);
      return [];
    }
    const coin: PlanCoin = { ...holding, outpoint: output.outpoint };
    const step = readPlanTransition(contract, coin, UNSIGNED, transaction);
    if (!step.ok)
      throw new Difference(
        'UNEXPECTED_INPUT',
        `Input ${input} spends a stream by no step of its contract: ${step.problem}`,
      );
    account.input(input);
    explainBeside(account, contract, input, coin.companion !== undefined);
    assertNoExcess(account, contract, input, step.transition);
    for (const vout of outputsOf(input, step.transition)) account.output(vout);
    const payee = payeeAt(input, step.transition);
    const recipient =
      payee === undefined ? known().get(binToHex(coin.state.recipient)) : account.outputs[payee]?.lockingBytecode;
    return [effectOf(contract, coin, step.transition, { network, recipient })];
  });
  const sweeps = [...swept].map(([{ lockingBytecode, terms }, coins]): SweepsPlan => ({
    kind: 'SWEEPS_PLAN',
    plan: partyAddress(lockingBytecode, network) ?? '',
    sender: partyAddress(terms.sender, network) ?? '',
    coins,
  }));
  return { effects: [...moves, ...sweeps], strays };
};
