import { binsAreEqual } from '@bitauth/libauth';
import {
  DEFAULT_CANCEL_FILLS,
  feeOf,
  MAX_STANDARD_SIZE,
  parseParty,
  TOKEN_OUTPUT_SATOSHIS,
  type Network,
} from '@weir/covenants';
import { DEFAULT_MOVE_DELAY } from '@weir/kinds';
import { Difference } from './difference.js';
import type {
  ChangesRecipient,
  ChangesRoster,
  ClaimsAirdrop,
  ClosesCampaign,
  ClosesLane,
  Effect,
  EndsRecovery,
  FillsTill,
  MovesCurrencyPayment,
  MovesStream,
  OpenedCurrencyPayment,
  OpenedLock,
  OpenedStream,
  OpensCampaign,
  OpenedPurse,
  OpensCurrencyPayments,
  OpensLocks,
  OpensPurses,
  OpensRoster,
  OpensStreams,
  Pays,
  MovesLock,
  PaysFromPurse,
  PaysLock,
  RecallsPurse,
  SendsPurseHome,
  SpendsVault,
  StepsRecovery,
  SweepsPlan,
  TakesTill,
} from './effects.types.js';
import { lockReserveOf } from './funding.js';
import { readDraft, type Reading, type Signer } from './reading/read-draft.js';
import type { SigningRequest } from './request/signing-request.js';

/** Some fields of a value, at any depth; lists are whole. */
type Some<T> = T extends bigint | number | string | boolean | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Some<Item>[]
    : { readonly [Key in keyof T]?: Some<T[Key]> };

/**
 * An effect that is asked for: what names it and decides about money is required, the rest is compared where stated. A payment
 * has no NFT, and beside tokens 1,000 satoshis, unless these are stated; a lock of tokens has a reserve for payments that it can make;
 * a cancel of a stream pays for 17 payments; the chain lists no treasury.
 */
type Required<T, Keys extends keyof T> = Some<Omit<T, Keys>> & { readonly [Key in Keys]: T[Key] };

/** What a user asked for, as far as they said. */
export type AskedEffect =
  | (Omit<Required<OpensStreams, 'kind' | 'sender' | 'asset'>, 'streams'> & {
      readonly streams: readonly Required<OpenedStream, 'recipient' | 'total'>[];
    })
  | Required<MovesStream, 'kind' | 'move' | 'category' | 'index' | 'sender'>
  | Required<ChangesRecipient, 'kind' | 'move' | 'category' | 'index' | 'sender' | 'from' | 'to'>
  | (Omit<Required<OpensLocks, 'kind' | 'asset'>, 'locks'> & {
      readonly locks: readonly Required<OpenedLock, 'recipient' | 'total' | 'schedule'>[];
    })
  | (Omit<Required<OpensCurrencyPayments, Exclude<keyof OpensCurrencyPayments, 'grace' | 'payments'>>, 'payments'> & {
      readonly payments: readonly Required<OpenedCurrencyPayment, Exclude<keyof OpenedCurrencyPayment, 'index'>>[];
    })
  | Required<MovesCurrencyPayment, 'kind' | 'move' | 'category' | 'index' | 'sender' | 'added'>
  | Required<FillsTill, 'kind' | 'category' | 'index' | 'sender' | 'satoshis'>
  | Required<TakesTill, 'kind' | 'category' | 'index' | 'sender'>
  | Required<PaysLock, 'kind' | 'lock' | 'recipient'>
  | Required<MovesLock, 'kind' | 'move' | 'lock' | 'from' | 'to'>
  | Required<OpensCampaign, 'kind' | 'creator' | 'asset' | 'pool' | 'claims'>
  | Required<ClaimsAirdrop, 'kind' | 'campaign' | 'recipient' | 'asset' | 'amount'>
  | Required<ClosesLane, 'kind' | 'campaign' | 'creator'>
  | Required<ClosesCampaign, 'kind' | 'category'>
  | Required<SweepsPlan, 'kind' | 'plan' | 'sender'>
  | Required<SpendsVault, 'kind' | 'vault' | 'closes'>
  | Required<OpensRoster, 'kind' | 'signers' | 'guardianHash' | 'quiet' | 'review' | 'satoshis'>
  | Required<ChangesRoster, 'kind' | 'vault' | 'signers' | 'guardianHash' | 'quiet' | 'review'>
  | Required<StepsRecovery, 'kind' | 'move' | 'vault'>
  | Required<EndsRecovery, 'kind' | 'vault' | 'signers' | 'guardianHash' | 'quiet' | 'review'>
  | (Omit<Required<OpensPurses, 'kind' | 'vault' | 'asset'>, 'purses'> & {
      readonly purses: readonly Required<
        OpenedPurse,
        'spender' | 'payees' | 'paysAnybody' | 'limit' | 'period' | 'amount' | 'reserve'
      >[];
    })
  | Required<RecallsPurse, 'kind' | 'purse'>
  | Required<PaysFromPurse, 'kind' | 'purse' | 'to' | 'asset' | 'amount'>
  | Required<SendsPurseHome, 'kind' | 'purse' | 'treasury'>
  | Required<Pays, 'kind' | 'to' | 'asset' | 'amount'>;

/** Everything that a transaction may do. */
export interface Asked {
  readonly effects: readonly AskedEffect[];
  /** Highest fee rate, satoshis for 1,000 bytes; by default ten times the relay minimum. */
  readonly feeRate?: bigint;
}

const DEFAULT_FEE_RATE = 10_000n;

const textOf = (value: unknown): string => {
  if (value === undefined) return 'none';
  if (typeof value === 'bigint') return value.toString();
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));
};

/** Whether two texts name one party: an address has several forms (with and without prefix, for tokens). */
const isSameParty = (asked: unknown, actual: unknown, network: Network): boolean => {
  if (typeof asked !== 'string' || typeof actual !== 'string') return false;
  const [one, other] = [parseParty(asked, network), parseParty(actual, network)];
  return one.ok && other.ok && binsAreEqual(one.party, other.party);
};

/** Whether two values are one whole number: a limit of claims is a number, a limit of satoshis a bigint, and JSON has one kind. */
const isSameInteger = (asked: unknown, actual: unknown): boolean => {
  const [one, other] = [asked, actual].map((value) =>
    typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value)) ? BigInt(value) : undefined,
  );
  return one !== undefined && one === other;
};

/** Where and how a value differs from what was asked. */
interface Deviation {
  readonly path: string;
  readonly how: string;
}

/** Finds the first difference; undefined where there is none. Its path is put together on the way back alone. */
const deviationIn = (asked: unknown, actual: unknown, network: Network): Deviation | undefined => {
  if (typeof asked !== 'object' || asked === null || typeof actual !== 'object' || actual === null)
    return asked === actual || isSameInteger(asked, actual) || isSameParty(asked, actual, network)
      ? undefined
      : { path: '', how: `is ${textOf(actual)}, not ${textOf(asked)}` };
  if (Array.isArray(asked) && Array.isArray(actual) && asked.length !== actual.length)
    return { path: '', how: `has ${actual.length} entries, not ${asked.length}` };
  for (const [key, value] of Object.entries(asked)) {
    if (value === undefined && !(key in actual)) continue;
    const found = deviationIn(value, Reflect.get(actual, key), network);
    if (found !== undefined) return { ...found, path: found.path === '' ? key : `${key}.${found.path}` };
  }
  return undefined;
};

/** Returns where and how a value differs from what was asked; undefined where it does not. */
const differenceAt = (asked: unknown, actual: unknown, network: Network): string | undefined => {
  const found = deviationIn(asked, actual, network);
  return found && `${found.path} ${found.how}`;
};

/**
 * Returns where and how something on the chain differs from what is stated of it, in each stated field; undefined where
 * it does not. Addresses are the same in any form.
 */
export const differenceOf = (stated: object, actual: object, network: Network): string | undefined =>
  differenceAt(stated, actual, network);

/** Returns what goes along with a payment though nobody said so: an NFT, or other satoshis than an output of tokens needs. */
const besidePayment = (asked: AskedEffect, effect: Effect): string | undefined => {
  if (asked.kind !== 'PAYS' || effect.kind !== 'PAYS') return undefined;
  const { nft, asset, satoshis, to } = effect;
  if (nft !== undefined && !('nft' in asked) && asked.opensVault !== true)
    return `an NFT of the category ${nft.category} goes along to ${to}`;
  return asset !== undefined && asked.satoshis === undefined && satoshis !== TOKEN_OUTPUT_SATOSHIS
    ? `${satoshis.toString()} satoshis go along to ${to}`
    : undefined;
};

/** Returns that an airdrop's money goes to locks though nobody said so: its recipients would wait for it. */
const unaskedLock = (asked: AskedEffect, effect: Effect): string | undefined => {
  if (!('vesting' in effect) || effect.vesting === undefined || ('vesting' in asked && asked.vesting !== undefined))
    return undefined;
  return 'its claims pay locks, which vest later';
};

/** Returns that a lock of tokens would hold satoshis that pay for none of its payments, though nobody said so. */
const uselessReserve = (asked: AskedEffect, effect: Effect): string | undefined => {
  if (asked.kind !== 'OPENS_LOCKS' || effect.kind !== 'OPENS_LOCKS' || effect.asset === undefined) return undefined;
  const at = effect.locks.findIndex(
    (lock, index) =>
      asked.locks[index]?.reserve === undefined &&
      (lock.reserve > lockReserveOf(lock, Infinity, effect.moveDelay) ||
        lock.reserve % lockReserveOf(lock, 1, effect.moveDelay) > 0n),
  );
  return at < 0
    ? undefined
    : `locks.${at}.reserve is ${String(effect.locks[at]?.reserve)} satoshis, which its payments cannot use`;
};

/** Returns that a cancel or pause would take other satoshis of the sender than usual, though nobody said so. */
const unaskedFills = (asked: AskedEffect, effect: Effect): string | undefined => {
  if (asked.kind !== 'OPENS_STREAMS' || effect.kind !== 'OPENS_STREAMS' || asked.cancelFills !== undefined)
    return undefined;
  // By the calendar a stop takes nothing of the sender for payments.
  return effect.cancelFills === 0 || effect.cancelFills === Number(DEFAULT_CANCEL_FILLS)
    ? undefined
    : `a cancel or pause would pay for ${effect.cancelFills} payments of each stream, not ${DEFAULT_CANCEL_FILLS.toString()}`;
};

/** Returns that recipients of locks could move them to another address, though nobody said so. */
const unaskedMoves = (asked: AskedEffect, effect: Effect): string | undefined => {
  if (asked.kind !== 'OPENS_LOCKS' || effect.kind !== 'OPENS_LOCKS' || asked.moveDelay !== undefined) return undefined;
  return effect.moveDelay === 0
    ? undefined
    : `recipients could move their locks to another address, ${effect.moveDelay} blocks after an announcement`;
};

/** Returns that recipients would move to another address after another delay than usual, though nobody said so. */
const unaskedDelay = (asked: AskedEffect, effect: Effect): string | undefined => {
  if (asked.kind !== 'OPENS_STREAMS' || effect.kind !== 'OPENS_STREAMS' || asked.moveDelay !== undefined)
    return undefined;
  return effect.moveDelay === DEFAULT_MOVE_DELAY
    ? undefined
    : `a change of address would take ${effect.moveDelay} blocks, not ${DEFAULT_MOVE_DELAY}`;
};

/** Returns that the chain would list a treasury or its purses though nobody said so: its members alone knew of it. */
const unaskedListing = (asked: AskedEffect, effect: Effect): string | undefined => {
  if (!('isListed' in effect) || !effect.isListed || ('isListed' in asked && asked.isListed !== undefined))
    return undefined;
  return `the chain would list the treasury ${effect.vault}, so that anybody finds it`;
};

/** Takes out of the effects the one that was asked for. */
const take = (left: Effect[], asked: AskedEffect, network: Network): void => {
  const ofKind = left.filter(({ kind }) => kind === asked.kind);
  const differenceFrom = (effect: Effect) =>
    differenceAt(asked, effect, network) ??
    besidePayment(asked, effect) ??
    unaskedLock(asked, effect) ??
    unaskedFills(asked, effect) ??
    unaskedDelay(asked, effect) ??
    unaskedMoves(asked, effect) ??
    unaskedListing(asked, effect) ??
    uselessReserve(asked, effect);
  const match = ofKind.find((effect) => differenceFrom(effect) === undefined);
  if (match !== undefined) {
    left.splice(left.indexOf(match), 1);
    return;
  }
  const [closest] = ofKind;
  throw new Difference(
    'OTHER_TERMS',
    closest === undefined
      ? `It does not do what you asked for (${asked.kind})`
      : `It differs from what you asked for: ${differenceFrom(closest) ?? ''}`,
  );
};

/**
 * Compares what a transaction does with what its user asked for: all of that, and nothing else.
 *
 * @throws Difference the first difference
 */
export const compare = (reading: Reading, network: Network, { effects, feeRate = DEFAULT_FEE_RATE }: Asked): void => {
  const left = [...reading.effects];
  for (const asked of effects) take(left, asked, network);
  const [other] = left;
  if (other !== undefined)
    throw new Difference('UNEXPECTED_OUTPUT', `It does something that you did not ask for: ${describe(other)}`);
  if (reading.size > MAX_STANDARD_SIZE)
    throw new Difference(
      'FEE_TOO_HIGH',
      `It has ${reading.size} bytes; nodes relay ${MAX_STANDARD_SIZE}, and only a miner who takes its fee would mine it`,
    );
  const most = feeOf(reading.size, feeRate);
  if (reading.fee > most)
    throw new Difference(
      'FEE_TOO_HIGH',
      `Its fee is ${reading.fee.toString()} satoshis; at most ${most.toString()} are reasonable`,
    );
};

/** The addresses that effects name where the chain has only a hash: of changed recipients, of pending moves, and of guardians. */
const namedBy = (effect: AskedEffect): readonly (string | undefined)[] => {
  switch (effect.kind) {
    case 'CHANGES_RECIPIENT':
    case 'MOVES_LOCK':
      return [effect.from, effect.to];
    case 'PAYS_LOCK':
      return [effect.movesTo];
    case 'OPENS_ROSTER':
    case 'ENDS_RECOVERY':
      return [effect.guardian];
    case 'CHANGES_ROSTER':
      return [effect.guardian, effect.before?.guardian];
    default:
      return [];
  }
};

const partiesIn = ({ effects }: Asked, network: Network): readonly Uint8Array[] =>
  effects.flatMap(namedBy).flatMap((address) => {
    const parsed = address === undefined ? undefined : parseParty(address, network);
    return parsed?.ok === true ? [parsed.party] : [];
  });

/** The delays that payments and moves of locks are stated with. */
const delaysIn = ({ effects }: Asked): readonly number[] =>
  effects.flatMap((effect) =>
    (effect.kind === 'PAYS_LOCK' || effect.kind === 'MOVES_LOCK') && effect.moveDelay !== undefined
      ? [effect.moveDelay]
      : [],
  );

/** The lists of payees that are asked for: a purse shows only the hash of its list. */
const payeesIn = ({ effects }: Asked, network: Network): readonly (readonly Uint8Array[])[] =>
  effects
    .flatMap((effect) => (effect.kind === 'OPENS_PURSES' ? effect.purses : []))
    .map(({ payees = [] }) =>
      payees.flatMap((address) => {
        const parsed = parseParty(address, network);
        return parsed.ok ? [parsed.party] : [];
      }),
    );

/**
 * Reads what a transaction would do and compares it with what its user asked for.
 *
 * @returns what it does, for the user to read before they sign
 * @throws Difference the first difference; such a transaction must not be signed
 */
export const verify = (request: SigningRequest, signer: Signer, asked: Asked): Reading => {
  const parties = [...(signer.parties ?? []), ...partiesIn(asked, signer.network)];
  const payees = [...(signer.payees ?? []), ...payeesIn(asked, signer.network)];
  const delays = delaysIn(asked);
  const moveDelays = delays.length === 0 ? {} : { moveDelays: delays };
  const reading = readDraft(request, { ...signer, parties, payees, ...moveDelays });
  compare(reading, signer.network, asked);
  return reading;
};

const describe = (effect: Effect): string => {
  switch (effect.kind) {
    case 'PAYS':
      return `it pays ${effect.amount.toString()} ${effect.asset ?? 'satoshis'} to ${effect.to}`;
    case 'OPENS_STREAMS':
      return `it opens ${effect.streams.length} streams`;
    case 'MOVES_STREAM':
      return `it moves stream ${effect.index} of ${effect.category} (${effect.move})`;
    case 'CHANGES_RECIPIENT':
      return `it moves stream ${effect.index} of ${effect.category} to ${effect.to ?? effect.toHash} (${effect.move})`;
    case 'OPENS_CURRENCY_PAYMENTS':
      return `it opens ${effect.payments.length} payments in ${effect.currency}`;
    case 'MOVES_CURRENCY_PAYMENT':
      return `it moves payment ${effect.index} of ${effect.category} (${effect.move})`;
    case 'FILLS_TILL':
      return `it sends ${effect.satoshis.toString()} satoshis to the till of payment ${effect.index} of ${effect.category}`;
    case 'TAKES_TILL':
      return `it takes back what is in the till of payment ${effect.index} of ${effect.category}`;
    case 'OPENS_LOCKS':
      return `it opens ${effect.locks.length} locks`;
    case 'PAYS_LOCK':
      return `it pays the claimable amount of the lock ${effect.lock}`;
    case 'MOVES_LOCK':
      return `it moves the lock ${effect.lock} to ${effect.to ?? effect.toHash} (${effect.move})`;
    case 'OPENS_CAMPAIGN':
      return `it opens the campaign ${effect.campaign}`;
    case 'CLAIMS_AIRDROP':
      return `it claims ${effect.amount.toString()} ${effect.asset ?? 'satoshis'} for ${effect.recipient}`;
    case 'CLOSES_LANE':
      return `it closes lane ${effect.lane} of the campaign ${effect.campaign}`;
    case 'CLOSES_CAMPAIGN':
      return `it closes the campaign of the category ${effect.category}`;
    case 'SWEEPS_PLAN':
      return `it sweeps coins of the plan of ${effect.sender}`;
    case 'OPENS_PURSES':
      return `it opens ${effect.purses.length} purses of the vault ${effect.vault}`;
    case 'RECALLS_PURSE':
      return `it takes back the purse ${effect.purse}`;
    case 'PAYS_FROM_PURSE':
      return `it pays ${effect.amount.toString()} ${effect.asset ?? 'satoshis'} out of a purse to ${effect.to}`;
    case 'SENDS_PURSE_HOME':
      return `it sends the purse ${effect.purse} to the vault ${effect.treasury}`;
    case 'SPENDS_VAULT':
      return `it spends coins of the vault ${effect.vault}`;
    case 'OPENS_ROSTER':
      return `it opens the treasury ${effect.vault} of ${effect.signers.join(', ')}`;
    case 'CHANGES_ROSTER':
      return `it changes who signs for the treasury ${effect.vault}, its guardian or its delays`;
    case 'STEPS_RECOVERY':
      return `it is a step of the recovery of the treasury ${effect.vault} (${effect.move})`;
    case 'ENDS_RECOVERY':
      return `it puts other signers in place for the treasury ${effect.vault}`;
  }
};
