import { binsAreEqual, binToHex } from '@bitauth/libauth';
import {
  cancelReserveOf,
  clockSatoshis,
  isPlanStray,
  outpointKey,
  P2SH32_DUST,
  partyAddress,
  partyHash,
  PLAN_TOKEN_PAYOUT_SATOSHIS,
  readPlanTransition,
  readStream,
  slotsAt,
  type PlanCoin,
  type PlanContract,
  type PlanTransition,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { MovesStream, StreamMove, SweepsPlan } from '../effects.types.js';
import { type Ledger, lockKey, type Part, UNSIGNED } from './ledger.js';

const MOVES: Readonly<Partial<Record<PlanTransition['kind'], StreamMove>>> = {
  pay: 'PAY',
  cancel: 'CANCEL',
  pause: 'PAUSE',
  settle: 'SETTLE',
  resume: 'RESUME',
  refund: 'REFUND',
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
  move: StreamMove,
  recipient: Uint8Array | undefined,
): MovesStream => ({
  kind: 'MOVES_STREAM',
  move,
  outpoint: outpointKey(coin.outpoint),
  category: coin.category,
  index: coin.state.index,
  sender: partyAddress(contract.terms.sender, contract.network) ?? '',
  recipientHash: binToHex(coin.state.recipient),
  recipient: recipient && partyAddress(recipient, contract.network),
  asset: coin.companion?.category,
  paidToRecipient: step.paidToRecipient,
  returnedToSender: step.returnedToSender,
  left: step.next?.principal ?? 0n,
  noticeBlocks: contract.group.noticeBlocks,
  nextDue: nextDueOf(step),
});

const of = (reason: Part['reason'], part: Omit<Part, 'owner' | 'reason'>): Part => ({
  owner: 'CONTRACT',
  reason,
  ...part,
});

/** Returns what the outputs of a stream hold: the state and, of tokens, the companion behind it. */
const partsOf = (
  { category, units, principal, reserve, companion }: Omit<PlanCoin, 'outpoint'>,
  attached?: NonNullable<PlanCoin['companion']>['nft'],
): readonly (readonly Part[])[] => {
  const state = of('STATE', { category, units, nft: 'STATE' });
  if (companion === undefined)
    return [[of('HELD', { satoshis: principal }), of('RESERVE', { satoshis: reserve }), state]];
  const { category: asset, satoshis } = companion;
  return [
    [of('RESERVE', { satoshis: reserve }), state],
    [of('RESERVE', { satoshis }), of('HELD', { category: asset, units: principal, nft: attached })],
  ];
};

/** What a step spends beside the wallet's coins: the stream, and the clock that ends its notice. */
interface Spent {
  readonly contract: PlanContract;
  readonly input: number;
  readonly step: PlanTransition;
  /** Satoshis and units of the clock; 0 without one. */
  readonly clock: { readonly satoshis: bigint; readonly units: bigint };
}

/** Posts what a step spends: state, companion, and the clock, which only a step at input 0 spends. */
const postInputs = (ledger: Ledger, contract: PlanContract, input: number, step: PlanTransition): Spent => {
  const { spent } = step;
  const attached = spent.companion?.nft;
  for (const [place, parts] of partsOf(spent, attached).entries()) ledger.input(input + place, parts);
  if (spent.companion !== undefined && attached !== undefined) ledger.burnt(spent.companion.category, 0n, attached);
  const behind = input + (spent.companion === undefined ? 1 : 2);
  const coin = ledger.draft.spent[behind];
  if (input !== 0 || coin === undefined || !binsAreEqual(coin.lockingBytecode, contract.clock.lockingBytecode))
    return { contract, input, step, clock: { satoshis: 0n, units: 0n } };
  const clock = { satoshis: coin.valueSatoshis, units: coin.token?.amount ?? 0n };
  const { category } = spent;
  ledger.input(behind, [of('RESERVE', { satoshis: clock.satoshis }), of('STATE', { category, units: clock.units })]);
  ledger.wait(behind, contract.group.noticeBlocks);
  return { contract, input, step, clock };
};

const excess = ({ spent }: PlanTransition): Difference =>
  new Difference(
    'UNEXPECTED_OUTPUT',
    `Stream ${spent.state.index} would hold or return an amount that differs from its terms`,
  );

/**
 * Checks what a payment takes of the reserve: beside coins of a payer nothing, or all that it may take, at rates that this does not
 * cover. Without such coins the contract pays all.
 *
 * @param taken what it takes by its outputs
 */
const assertTaken = (ledger: Ledger, { contract: { terms }, step }: Spent, taken: bigint): void => {
  if (!ledger.hasPayer || taken === 0n) return;
  const payout = step.spent.companion === undefined ? 0n : PLAN_TOKEN_PAYOUT_SATOSHIS;
  const bound = step.next === undefined ? terms.floor : terms.fee;
  if (taken !== bound || !ledger.givesBound(taken - payout)) throw excess(step);
};

/** Returns the reserve that a step must leave. */
const reserveAfter = (ledger: Ledger, { contract, step, clock }: Spent): bigint => {
  const { kind, spent, next } = step;
  const left = next?.reserve ?? 0n;
  if (kind === 'cancel' || kind === 'pause') {
    const fill = cancelReserveOf(contract.terms);
    return spent.reserve > fill ? spent.reserve : fill;
  }
  if (kind === 'resume') return spent.reserve;
  // Without a payer the clock pays for its settling, and what it does not need goes to the reserve.
  if (kind === 'settle') return !ledger.hasPayer && left <= spent.reserve + clock.satoshis ? left : spent.reserve;
  assertTaken(ledger, { contract, step, clock, input: 0 }, spent.reserve - left);
  return left;
};

/** Posts the payment to the recipient. */
const postPayee = (ledger: Ledger, { spent, paidToRecipient }: PlanTransition, vout: number): void => {
  const output = ledger.outputs[vout];
  const paid = { owner: output === undefined ? 'PARTY' : ledger.ownerOf(output), reason: 'PAYOUT' } as const;
  const { companion } = spent;
  ledger.output(
    vout,
    companion === undefined
      ? [{ ...paid, satoshis: paidToRecipient }]
      : [{ ...paid, satoshis: PLAN_TOKEN_PAYOUT_SATOSHIS, category: companion.category, units: paidToRecipient }],
  );
};

/** Posts what the last payment returns to the sender: reserve, companion and clock, where that is more than dust. */
const postRest = (ledger: Ledger, spent: Spent): void => {
  const { step, clock } = spent;
  const held = step.spent.reserve + (step.spent.companion?.satoshis ?? 0n) + clock.satoshis;
  const { floor, sender } = spent.contract.terms;
  const rest = ledger.outputs[1];
  const isRest = (satoshis: bigint): boolean =>
    rest?.token === undefined && rest?.valueSatoshis === satoshis && binsAreEqual(rest.lockingBytecode, sender);
  const returned = step.reserveReturned;
  const taken = ledger.hasPayer
    ? [0n, floor].find((each) => (held - each < P2SH32_DUST ? each <= held : isRest(held - each)))
    : held - returned;
  if (taken === undefined) throw excess(step);
  assertTaken(ledger, spent, taken);
  if (rest === undefined || held - taken < P2SH32_DUST) return;
  ledger.output(1, [{ owner: ledger.ownerOf(rest), reason: 'RETURN', satoshis: held - taken }]);
};

/** Posts what a refund returns: all that the stream held and, beside coins of the sender, the rest of these. */
const postRefund = (ledger: Ledger, { contract, step }: Spent): void => {
  const [output] = ledger.outputs;
  if (output === undefined) return;
  // The contract adds the rest of the payer's coins to what it returns.
  ledger.mergeChange();
  if (ledger.hasPayer && !ledger.isPayers({ lockingBytecode: contract.terms.sender }))
    throw new Difference('UNEXPECTED_INPUT', 'A coin of yours would go to the sender of a stream that is not yours');
  const returned = { owner: ledger.ownerOf(output), reason: 'RETURN', satoshis: output.valueSatoshis } as const;
  const { companion, principal } = step.spent;
  ledger.output(0, [
    companion === undefined ? returned : { ...returned, category: companion.category, units: principal },
  ]);
};

/** Posts what a step makes: each output holds what terms and state say, to the unit. */
const postOutputs = (ledger: Ledger, spent: Spent): void => {
  const { contract, input, step, clock } = spent;
  const { kind, next, paidToRecipient } = step;
  const tokens = step.spent.companion !== undefined;
  const places = input === 0 ? { state: 0, clock: 0 } : slotsAt(input, tokens);
  const payee = payeeAt(input, step);
  if (next === undefined) {
    ledger.burnt(step.spent.category, step.spent.units + clock.units);
    if (kind === 'refund') postRefund(ledger, spent);
    else postRest(ledger, spent);
  } else {
    const companion = step.spent.companion && { ...step.spent.companion };
    const left = { ...next, reserve: reserveAfter(ledger, spent), companion };
    for (const [place, parts] of partsOf(left).entries()) ledger.output(places.state + place, parts);
  }
  if (step.clock !== undefined)
    ledger.output(places.clock, [
      of('RESERVE', { satoshis: clockSatoshis(contract, step.spent) }),
      of('STATE', { category: step.spent.category, units: step.clock.units }),
    ]);
  if (payee !== undefined && paidToRecipient > 0n) postPayee(ledger, step, payee);
};

/** Makes a value when it is first needed. */
const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};

/**
 * Reads what a transaction does to streams of plans, each by the contract at the address that its input spends.
 *
 * @param plans by keys of their locking bytecodes
 * @param parties locking bytecodes among which the recipient of a stream is looked for by its hash, where nothing is paid
 * @throws Difference UNEXPECTED_INPUT for an input of a plan that is neither a step of a stream nor a sweep
 */
export const readPlanMoves = (
  ledger: Ledger,
  plans: ReadonlyMap<string, PlanContract>,
  parties: readonly Uint8Array[],
): readonly (MovesStream | SweepsPlan)[] => {
  const { transaction, spent } = ledger.draft;
  const known = once(() => new Map(parties.map((party) => [binToHex(partyHash(party)), party])));
  const swept = new Map<PlanContract, number>();
  const moves = spent.flatMap((output, input): MovesStream[] => {
    const contract = plans.get(lockKey(output.lockingBytecode));
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
      if (!ledger.isPayers({ lockingBytecode: contract.terms.sender }))
        throw new Difference('UNEXPECTED_INPUT', `Input ${input} sweeps a coin for a sender who is not you`);
      ledger.input(input, ledger.allOf(output, 'CONTRACT', 'HELD'));
      swept.set(contract, (swept.get(contract) ?? 0) + 1);
      return [];
    }
    const coin: PlanCoin = { ...holding, outpoint: output.outpoint };
    const step = readPlanTransition(contract, coin, UNSIGNED, transaction);
    if (!step.ok)
      throw new Difference(
        'UNEXPECTED_INPUT',
        `Input ${input} spends a stream, but not by a step of its contract: ${step.problem}`,
      );
    const move = MOVES[step.transition.kind];
    if (move === undefined)
      throw new Difference('UNEXPECTED_INPUT', `Input ${input} moves a stream to another address`);
    postOutputs(ledger, postInputs(ledger, contract, input, step.transition));
    const payee = payeeAt(input, step.transition);
    const recipient =
      payee === undefined ? known().get(binToHex(coin.state.recipient)) : ledger.outputs[payee]?.lockingBytecode;
    return [effectOf(contract, coin, step.transition, move, recipient)];
  });
  const sweeps = [...swept].map(([{ network, lockingBytecode, terms }, coins]): SweepsPlan => ({
    kind: 'SWEEPS_PLAN',
    plan: partyAddress(lockingBytecode, network) ?? '',
    sender: partyAddress(terms.sender, network) ?? '',
    coins,
  }));
  return [...moves, ...sweeps];
};
