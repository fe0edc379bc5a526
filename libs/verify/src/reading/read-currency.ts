import { binToHex, binsAreEqual } from '@bitauth/libauth';
import {
  announcesCurrency,
  CURRENCY_NOTE_SATOSHIS,
  type CurrencyContract,
  type CurrencyTransition,
  DEFAULT_CURRENCY_FEES,
  DEFAULT_GRACE,
  findCurrencyFunding,
  type FoundCurrencyPayment,
  type FoundCurrencyPlan,
  isCurrencyStray,
  type Network,
  outpointKey,
  partyAddress,
  partyHash,
  readCurrencyHolding,
  readCurrencyTransition,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type {
  CurrencyMove,
  FillsTill,
  MovesCurrencyPayment,
  OpenedCurrencyPayment,
  OpensCurrencyPayments,
  SweepsPlan,
  TakesTill,
} from '../effects.types.js';
import { assertSkipped } from './assert-times.js';
import type { KnownTill } from './known-contracts.js';
import { type Ledger, lockKey, UNSIGNED } from './ledger.js';
import { openedPaydays } from './read-calendar-funding.js';
import { explainBeacon } from './read-plan-funding.js';
import { postStray, sweepOf } from './strays.js';

const openedPayment = ({ coin, recipient }: FoundCurrencyPayment, network: Network): OpenedCurrencyPayment => ({
  index: coin.state.index,
  recipient: partyAddress(recipient, network) ?? '',
  amount: coin.state.amount,
  periods: coin.state.left,
  firstDue: coin.state.next,
  satoshis: coin.satoshis,
});

/** Describes the payments of a funding. */
export const openingOfCurrency = (
  { contract: { terms }, payments }: FoundCurrencyPlan,
  network: Network,
): OpensCurrencyPayments => ({
  kind: 'OPENS_CURRENCY_PAYMENTS',
  sender: partyAddress(terms.sender, network) ?? '',
  oracle: binToHex(terms.oracle),
  currency: terms.currency,
  decimals: terms.decimals,
  interval: terms.interval,
  paydays: terms.paydays && openedPaydays(terms.paydays),
  grace: terms.grace,
  lowest: terms.lowest,
  highest: terms.highest,
  noticeBlocks: terms.noticeBlocks,
  isPausable: terms.pausable,
  leastTopUp: terms.least,
  payments: payments.map((payment) => openedPayment(payment, network)),
});

/** No builder announces any fees or grace but the defaults: fees could be burnt by strangers, and a short grace lets them choose prices. */
const assertFees = ({ contract: { terms } }: FoundCurrencyPlan): void => {
  for (const term of ['fee', 'bound', 'floor', 'reserve'] as const)
    if (terms[term] !== DEFAULT_CURRENCY_FEES[term])
      throw new Difference(
        'OTHER_TERMS',
        `The ${term} of its payments would be ${terms[term].toString()} satoshis, not ${DEFAULT_CURRENCY_FEES[term].toString()}`,
      );
  if (terms.grace !== DEFAULT_GRACE)
    throw new Difference(
      'OTHER_TERMS',
      `Another price could count ${terms.grace.toString()} seconds after a date, not ${DEFAULT_GRACE.toString()}`,
    );
};

/** Posts the payments, the announcement, the beacon and a note for each recipient. */
const postOpening = (ledger: Ledger, { contract, category, payments }: FoundCurrencyPlan): void => {
  let made = 0n;
  const noted = new Set<string>();
  for (const { coin } of payments) {
    const { units, satoshis } = coin;
    made += units;
    ledger.output(coin.outpoint.vout, [
      { owner: 'CONTRACT', reason: 'OPENING', satoshis },
      { owner: 'CONTRACT', reason: 'OPENING', category, units, nft: 'STATE' },
    ]);
  }
  ledger.made(category, made, BigInt(payments.length));
  ledger.outputWhere(
    ({ lockingBytecode }) => announcesCurrency(lockingBytecode),
    [{ owner: 'NOBODY', reason: 'OPENING' }],
  );
  explainBeacon(ledger, contract.lockingBytecode);
  for (const { recipient } of payments) {
    if (noted.has(lockKey(recipient))) continue;
    noted.add(lockKey(recipient));
    const satoshis = CURRENCY_NOTE_SATOSHIS;
    const posted = ledger.outputWhere(
      ({ token, valueSatoshis, lockingBytecode }) =>
        token === undefined && valueSatoshis === satoshis && binsAreEqual(lockingBytecode, recipient),
      [{ owner: ledger.ownerOf({ lockingBytecode: recipient }), reason: 'NOTE', satoshis }],
    );
    if (posted === undefined)
      throw new Difference('UNEXPECTED_OUTPUT', 'A recipient would not get the output that shows their address');
  }
};

/**
 * Reads the payments in a currency that a transaction opens; undefined where it announces none.
 *
 * @throws Difference OTHER_TERMS where they would not be sound
 */
export const readCurrencyOpening = (ledger: Ledger, network: Network): OpensCurrencyPayments | undefined => {
  const { transaction } = ledger.draft;
  if (!transaction.outputs.some(({ lockingBytecode }) => announcesCurrency(lockingBytecode))) return undefined;
  const found = findCurrencyFunding(network, UNSIGNED, transaction);
  if (!found.ok) {
    const problems = found.problems.map(({ problem }) => problem).join(', ');
    throw new Difference('OTHER_TERMS', `The payments in a currency that it opens are not sound: ${problems}`);
  }
  const { plan } = found;
  assertFees(plan);
  postOpening(ledger, plan);
  return openingOfCurrency(plan, network);
};

const MOVES: Readonly<Partial<Record<CurrencyTransition['kind'], CurrencyMove>>> = {
  cancel: 'CANCEL',
  pause: 'PAUSE',
  resume: 'RESUME',
  topUp: 'TOP_UP',
};

const excess = ({ spent }: CurrencyTransition): Difference =>
  new Difference('UNEXPECTED_OUTPUT', `Payment ${spent.state.index} would hold an amount that differs from its terms`);

/** Posts what a step spends and makes: each output holds what terms and state say, to the unit. */
const postStep = (ledger: Ledger, contract: CurrencyContract, input: number, step: CurrencyTransition): void => {
  const { spent, next, clock, kind } = step;
  const { category } = spent;
  ledger.input(input, [
    { owner: 'CONTRACT', reason: 'HELD', satoshis: spent.satoshis },
    { owner: 'CONTRACT', reason: 'STATE', category, units: spent.units, nft: 'STATE' },
  ]);
  if (next === undefined) return;
  // Only a top-up adds money, and from coins that pay for it: the request names how much.
  if (kind !== 'topUp' && next.satoshis !== spent.satoshis) throw excess(step);
  ledger.output(next.outpoint.vout, [
    { owner: 'CONTRACT', reason: 'HELD', satoshis: next.satoshis },
    { owner: 'CONTRACT', reason: 'STATE', category, units: next.units, nft: 'STATE' },
  ]);
  if (clock === undefined) return;
  ledger.output(clock.outpoint.vout, [
    { owner: 'CONTRACT', reason: 'RESERVE', satoshis: contract.terms.bound },
    { owner: 'CONTRACT', reason: 'STATE', category, units: clock.units },
  ]);
};

/**
 * Reads what a transaction that a wallet signs does to payments in a currency: a cancel, a pause, a resume or a top-up. Nobody
 * signs any other step.
 *
 * @param contracts by keys of their locking bytecodes
 * @param parties locking bytecodes among which the recipient of a payment is looked for by its hash
 * @throws Difference UNEXPECTED_INPUT for an input at such an address that moves otherwise
 */
export const readCurrencyMoves = (
  ledger: Ledger,
  contracts: ReadonlyMap<string, CurrencyContract>,
  parties: readonly Uint8Array[],
): readonly (MovesCurrencyPayment | SweepsPlan)[] => {
  const { transaction, spent } = ledger.draft;
  const swept = new Map<CurrencyContract, number>();
  const moves = spent.flatMap((output, input): MovesCurrencyPayment[] => {
    const contract = contracts.get(lockKey(output.lockingBytecode));
    if (contract === undefined) return [];
    const holding = readCurrencyHolding(contract, output);
    if (holding === undefined) {
      postStray(ledger, input, output, { ...contract, isStray: isCurrencyStray });
      swept.set(contract, (swept.get(contract) ?? 0) + 1);
      return [];
    }
    const coin = { ...holding, outpoint: output.outpoint };
    const read = readCurrencyTransition(contract, coin, UNSIGNED, transaction);
    const move = read.ok ? MOVES[read.transition.kind] : undefined;
    if (!read.ok || move === undefined)
      throw new Difference(
        'UNEXPECTED_INPUT',
        `Input ${input} spends a payment in a currency, but not by a step that wallets sign`,
      );
    const step = read.transition;
    // A running period that has no price yet stays due at its date.
    if (move === 'RESUME' && coin.state.open === 0) assertSkipped(step.next?.state.next, transaction.locktime);
    postStep(ledger, contract, input, step);
    const { terms, network } = contract;
    const recipient = parties.find((party) => binsAreEqual(partyHash(party), coin.state.recipient));
    return [
      {
        kind: 'MOVES_CURRENCY_PAYMENT',
        move,
        outpoint: outpointKey(coin.outpoint),
        category: coin.category,
        index: coin.state.index,
        sender: partyAddress(terms.sender, network) ?? '',
        recipient: recipient && partyAddress(recipient, network),
        currency: terms.currency,
        decimals: terms.decimals,
        amount: coin.state.amount,
        satoshis: coin.satoshis,
        added: step.added,
        nextDue: step.next === undefined || step.next.state.open === 0 ? undefined : step.next.state.next,
        noticeBlocks: terms.noticeBlocks,
      },
    ];
  });
  return [...moves, ...[...swept].map(([contract, coins]) => sweepOf(contract, coins))];
};

/** Returns what names a payment, and whom it pays, by its till. */
const ofTill = ({ contract: { terms, network }, payment, address }: KnownTill) => ({
  till: address,
  category: payment.coin.category,
  index: payment.coin.state.index,
  sender: partyAddress(terms.sender, network) ?? '',
  recipient: partyAddress(payment.recipient, network),
  currency: terms.currency,
  decimals: terms.decimals,
  amount: payment.coin.state.amount,
});

/**
 * Reads which coins a transaction takes back out of tills. Each waits for the notice, and returns to the payment's sender, who must be
 * the one who pays for the transaction.
 *
 * @param tills by keys of their locking bytecodes
 * @throws Difference UNEXPECTED_INPUT for a till of somebody else's payment
 */
export const readTillTakings = (ledger: Ledger, tills: ReadonlyMap<string, KnownTill>): readonly TakesTill[] => {
  const taken = new Map<KnownTill, { coins: number; satoshis: bigint }>();
  for (const [input, output] of ledger.draft.spent.entries()) {
    const till = tills.get(lockKey(output.lockingBytecode));
    if (till === undefined) continue;
    const { terms } = till.contract;
    if (!ledger.isPayers({ lockingBytecode: terms.sender }))
      throw new Difference('UNEXPECTED_INPUT', `Input ${input} takes a top-up back to a sender who is not you`);
    ledger.input(input, ledger.allOf(output, 'CONTRACT', 'HELD'));
    ledger.wait(input, terms.noticeBlocks);
    const { coins, satoshis } = taken.get(till) ?? { coins: 0, satoshis: 0n };
    taken.set(till, { coins: coins + 1, satoshis: satoshis + output.valueSatoshis });
  }
  return [...taken].map(([till, sums]): TakesTill => ({ kind: 'TAKES_TILL', ...ofTill(till), ...sums }));
};

/**
 * Reads what a transaction sends to tills. Tokens are never added to a payment, so an output with some is left to be read as a payment to
 * that address.
 *
 * @param tills by keys of their locking bytecodes
 */
export const readTillFillings = (ledger: Ledger, tills: ReadonlyMap<string, KnownTill>): readonly FillsTill[] =>
  ledger.outputs.flatMap((output, index): FillsTill[] => {
    const till = tills.get(lockKey(output.lockingBytecode));
    if (till === undefined || output.token !== undefined || !ledger.isOpen(index)) return [];
    const satoshis = output.valueSatoshis;
    ledger.output(index, [{ owner: 'CONTRACT', reason: 'HELD', satoshis }]);
    return [{ kind: 'FILLS_TILL', ...ofTill(till), satoshis }];
  });
