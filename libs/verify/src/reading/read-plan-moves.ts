import { binsAreEqual, binToHex } from '@bitauth/libauth';
import {
  finishDelay,
  MOVE_NOTE_SATOSHIS,
  outpointKey,
  P2SH32_DUST,
  partyAddress,
  partyHash,
  PLAN_TOKEN_PAYOUT_SATOSHIS,
  slotsAt,
  type SteppingCoin,
  type StreamTransition,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { ChangesRecipient, MovesStream, MoveStep, StreamMove, SweepsPlan } from '../effects.types.js';
import { assertSkipped } from './assert-times.js';
import type { JudgedContract } from './judged-contract.js';
import { type Ledger, lockKey, type Part } from './ledger.js';
import { postStray, sweepOf } from './strays.js';

type Transition = StreamTransition<SteppingCoin>;

/** Steps of a move to another address. */
const MOVE_STEPS = { announce: 'ANNOUNCE', undo: 'UNDO', finish: 'FINISH', keep: 'KEEP' } as const satisfies Partial<
  Readonly<Record<Transition['kind'], MoveStep>>
>;

type ChangeKind = keyof typeof MOVE_STEPS;

const isChange = (kind: Transition['kind']): kind is ChangeKind => kind in MOVE_STEPS;

const MOVES: Readonly<Record<Exclude<Transition['kind'], ChangeKind>, StreamMove>> = {
  pay: 'PAY',
  cancel: 'CANCEL',
  pause: 'PAUSE',
  settle: 'SETTLE',
  resume: 'RESUME',
  refund: 'REFUND',
};

/** Returns where a step pays the recipient, if it does. */
const payeeAt = (input: number, { kind, next, spent, paidToRecipient }: Transition): number | undefined => {
  if (paidToRecipient === 0n || isChange(kind)) return undefined;
  const tokens = spent.companion !== undefined;
  if (kind !== 'pay') return slotsAt(input, tokens).payee;
  if (next === undefined) return 0;
  return tokens ? 2 : 1;
};

const effectOf = (
  { contract, step, nextDue }: Spent,
  move: StreamMove,
  recipient: Uint8Array | undefined,
): MovesStream => ({
  kind: 'MOVES_STREAM',
  move,
  outpoint: outpointKey(step.spent.outpoint),
  category: step.spent.category,
  index: step.spent.state.index,
  sender: partyAddress(contract.terms.sender, contract.network) ?? '',
  recipientHash: binToHex(step.spent.state.recipient),
  recipient: recipient && partyAddress(recipient, contract.network),
  asset: step.spent.companion?.category,
  paidToRecipient: step.paidToRecipient,
  returnedToSender: step.returnedToSender,
  left: step.next?.principal ?? 0n,
  noticeBlocks: contract.group.noticeBlocks,
  nextDue,
});

const of = (reason: Part['reason'], part: Omit<Part, 'owner' | 'reason'>): Part => ({
  owner: 'CONTRACT',
  reason,
  ...part,
});

/** Returns what the outputs of a stream hold: the state and, of tokens, the companion behind it. */
const partsOf = (
  { category, units, principal, reserve, companion }: Omit<SteppingCoin, 'outpoint' | 'state'>,
  attached?: NonNullable<SteppingCoin['companion']>['nft'],
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
  readonly contract: JudgedContract;
  readonly input: number;
  readonly step: Transition;
  /** When the next period falls due; undefined where none is left. */
  readonly nextDue: bigint | undefined;
  /** Satoshis and units of the clock; 0 without one. */
  readonly clock: { readonly satoshis: bigint; readonly units: bigint };
}

/** Posts what a step spends: state, companion, and the clock, which only a step at input 0 spends. */
const postInputs = (ledger: Ledger, { contract, input, step, nextDue }: Omit<Spent, 'clock'>): Spent => {
  const { spent } = step;
  const attached = spent.companion?.nft;
  for (const [place, parts] of partsOf(spent, attached).entries()) ledger.input(input + place, parts);
  if (spent.companion !== undefined && attached !== undefined) ledger.burnt(spent.companion.category, 0n, attached);
  const behind = input + (spent.companion === undefined ? 1 : 2);
  const coin = ledger.draft.spent[behind];
  if (input !== 0 || coin === undefined || !binsAreEqual(coin.lockingBytecode, contract.clock.lockingBytecode))
    return { contract, input, step, nextDue, clock: { satoshis: 0n, units: 0n } };
  const clock = { satoshis: coin.valueSatoshis, units: coin.token?.amount ?? 0n };
  const { category } = spent;
  ledger.input(behind, [of('RESERVE', { satoshis: clock.satoshis }), of('STATE', { category, units: clock.units })]);
  ledger.wait(behind, contract.group.noticeBlocks);
  return { contract, input, step, nextDue, clock };
};

const excess = ({ spent }: Transition): Difference =>
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
const assertTaken = (
  ledger: Ledger,
  { contract: { terms }, step }: Pick<Spent, 'contract' | 'step'>,
  taken: bigint,
): void => {
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
    const { fill } = contract;
    return spent.reserve > fill ? spent.reserve : fill;
  }
  if (kind === 'resume') return spent.reserve;
  // Without a payer the clock pays for its settling, and what it does not need goes to the reserve.
  if (kind === 'settle') return !ledger.hasPayer && left <= spent.reserve + clock.satoshis ? left : spent.reserve;
  assertTaken(ledger, { contract, step }, spent.reserve - left);
  return left;
};

/** Posts the payment to the recipient. */
const postPayee = (ledger: Ledger, { spent, paidToRecipient }: Transition, vout: number): void => {
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
      of('RESERVE', { satoshis: contract.clockSatoshis }),
      of('STATE', { category: step.spent.category, units: step.clock.units }),
    ]);
  if (payee !== undefined && paidToRecipient > 0n) postPayee(ledger, step, payee);
};

/** Blocks that an input waits for whose state has to be mined. */
const MINED = 1;

/** Returns the blocks that a state has to be old. */
const waitOf = (kind: ChangeKind, { contract, step }: Spent): number =>
  kind === 'announce' || kind === 'undo' ? MINED : finishDelay({ contract, coin: step.spent });

/**
 * Posts a step of a move: the stream holds what it held, to the unit, at the output of its input's number. An announcement puts the fee
 * of the move into its reserve, and the move takes it out.
 */
const postChange = (ledger: Ledger, spent: Spent, kind: ChangeKind): void => {
  const { contract, input, step } = spent;
  const { category, units, principal, companion } = step.spent;
  const kept = companion && { category: companion.category, satoshis: companion.satoshis };
  const fee = contract.stepFee;
  const reserve = step.spent.reserve + (kind === 'announce' || kind === 'undo' ? fee : -fee);
  for (const [place, parts] of partsOf({ category, units, principal, reserve, companion: kept }).entries())
    ledger.output(input + place, parts);
  ledger.wait(input, waitOf(kind, spent));
};

/**
 * Posts the notice of an announcement, which names the new address, and the note by which the chain shows that address the streams: one
 * of each for all that move together.
 *
 * @throws Difference UNEXPECTED_OUTPUT where the note is missing
 */
export const postNotice = (ledger: Ledger, kind: ChangeKind, to: Uint8Array): void => {
  // The contract takes the output that the locktime numbers.
  const { locktime } = ledger.draft.transaction;
  if (!ledger.isOpen(locktime)) return;
  ledger.output(locktime, [{ owner: 'NOBODY', reason: 'NOTE', satoshis: 0n }]);
  if (kind === 'undo') return;
  const satoshis = MOVE_NOTE_SATOSHIS;
  const note = ledger.outputWhere(
    ({ lockingBytecode, valueSatoshis, token }) =>
      token === undefined && valueSatoshis === satoshis && binsAreEqual(lockingBytecode, to),
    [{ owner: ledger.ownerOf({ lockingBytecode: to }), reason: 'NOTE', satoshis }],
  );
  if (note === undefined)
    throw new Difference('UNEXPECTED_OUTPUT', 'The new address would not get the output that shows it the streams');
};

/** Finds locking bytecodes by their hashes. */
type FindParty = (hash: Uint8Array) => Uint8Array | undefined;

/** Reads whom a step of a move names: the old address, and the new one. */
const addressesOf = (
  ledger: Ledger,
  kind: ChangeKind,
  { named, spent: { state } }: Transition,
  find: FindParty,
): { readonly from: Uint8Array | undefined; readonly to: Uint8Array | undefined; readonly toHash: Uint8Array } => {
  if (named === undefined) {
    const toHash = state.movesTo ?? state.recipient;
    return { from: find(state.recipient), to: find(toHash), toHash };
  }
  postNotice(ledger, kind, named);
  // The contract takes the coin of the old recipient at input 0 alone as their consent.
  return { from: ledger.draft.spent[0]?.lockingBytecode, to: named, toHash: partyHash(named) };
};

const changeOf = (ledger: Ledger, spent: Spent, kind: ChangeKind, find: FindParty): ChangesRecipient => {
  const { contract, step } = spent;
  const coin = step.spent;
  postChange(ledger, spent, kind);
  const { from, to, toHash } = addressesOf(ledger, kind, step, find);
  return {
    kind: 'CHANGES_RECIPIENT',
    move: MOVE_STEPS[kind],
    outpoint: outpointKey(coin.outpoint),
    category: coin.category,
    index: coin.state.index,
    sender: partyAddress(contract.terms.sender, contract.network) ?? '',
    from: from && partyAddress(from, contract.network),
    fromHash: binToHex(coin.state.recipient),
    to: to && partyAddress(to, contract.network),
    toHash: binToHex(toHash),
    asset: coin.companion?.category,
    left: step.spent.principal,
    moveDelay: contract.terms.delay,
  };
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
  plans: ReadonlyMap<string, JudgedContract>,
  parties: readonly Uint8Array[],
): readonly (MovesStream | ChangesRecipient | SweepsPlan)[] => {
  const { transaction, spent } = ledger.draft;
  const known = once(() => new Map(parties.map((party) => [binToHex(partyHash(party)), party])));
  const find: FindParty = (hash) => known().get(binToHex(hash));
  const swept = new Map<JudgedContract, number>();
  const moves = spent.flatMap((output, input): (MovesStream | ChangesRecipient)[] => {
    const contract = plans.get(lockKey(output.lockingBytecode));
    if (contract === undefined) return [];
    const read = contract.readAt(spent, input, transaction);
    if (read === undefined) {
      postStray(ledger, input, output, contract);
      swept.set(contract, (swept.get(contract) ?? 0) + 1);
      return [];
    }
    if (!read.ok)
      throw new Difference(
        'UNEXPECTED_INPUT',
        `Input ${input} spends a stream, but not by a step of its contract: ${read.problem}`,
      );
    const step = read.transition;
    const posted = postInputs(ledger, { contract, input, step, nextDue: read.nextDue });
    const { kind } = step;
    if (kind === 'resume') assertSkipped(read.nextDue, transaction.locktime);
    if (isChange(kind)) return [changeOf(ledger, posted, kind, find)];
    postOutputs(ledger, posted);
    const payee = payeeAt(input, step);
    const recipient = payee === undefined ? find(step.spent.state.recipient) : ledger.outputs[payee]?.lockingBytecode;
    return [effectOf(posted, MOVES[kind], recipient)];
  });
  return [...moves, ...[...swept].map(([contract, coins]) => sweepOf(contract, coins))];
};
