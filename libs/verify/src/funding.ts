import { binToHex, decodeTransactionBch, hash256, hexToBin, isHex } from '@bitauth/libauth';
import {
  addressPrefix,
  airdropClosingMessage,
  calendarReserve,
  createLockContract,
  createPurseContract,
  createRosterContract,
  createVaultContract,
  decodeCalendarState,
  decodePlanState,
  defaultCalendarFees,
  defaultLockPayments,
  defaultPlanFees,
  findCalendarFunding,
  findLockProblem,
  findPlanFunding,
  findPurseProblem,
  isCategory,
  isLocalNetwork,
  lockReserve,
  mostLockPayments,
  NETWORKS,
  NO_GUARDIAN,
  parseParty,
  parseRecipient,
  partyHash,
  partyParts,
  paymentsOf,
  readHex,
  reserveFor,
  type Network,
} from '@weir/covenants';
import { MAX_PAID_PAYMENTS } from '@weir/kinds';
import { Difference } from './difference.js';
import type { LockVesting, OpenedSchedule, OpensCampaign, OpensStreams } from './effects.types.js';
import { openingOfCalendar } from './reading/read-calendar-funding.js';
import { campaignIn } from './reading/read-campaign.js';
import { openingOfPlan } from './reading/read-plan-funding.js';

/** Streams or payments as their funding opened them. */
export interface FundedStreams extends OpensStreams {
  /** With the index it names each of them in the transactions that move it; display-order hex. */
  readonly category: string;
  /** Returns the index that a state's commitment (hex) names; undefined where it does not belong to these contracts. */
  readonly indexOf: (commitment: string) => number | undefined;
}

/** A campaign as its funding opened it. */
export interface FundedCampaign extends OpensCampaign {
  /** Of its lanes, display-order hex. */
  readonly category: string;
  /** The text that its creator signs to close it. */
  readonly closingMessage: string;
}

/** Makes the difference of a transaction that is not what it should be. */
export const otherThan = (txid: string, why: string): Difference =>
  new Difference('REQUEST_MALFORMED', `The given transaction ${txid} ${why}`);

/** Returns the bytes of a transaction. @throws Difference REQUEST_MALFORMED where they do not have the hash */
export const bytesOf = (hex: string, txid: string): Uint8Array => {
  const bytes = readHex(hex) ?? new Uint8Array();
  if (binToHex(hash256(bytes).reverse()) !== txid) throw otherThan(txid, 'has another hash');
  return bytes;
};

/**
 * Reads the streams or payments that a transaction opened, from its bytes alone.
 *
 * @param hex the transaction, whose hash must be `txid` (display order)
 * @throws Difference REQUEST_MALFORMED where it is another transaction, or opens none
 */
export const readStreamFunding = (hex: string, txid: string, network: Network): FundedStreams => {
  const transaction = decodeTransactionBch(bytesOf(hex, txid));
  if (typeof transaction === 'string') throw otherThan(txid, 'opens no stream or payment');
  const found = findPlanFunding(network, txid, transaction);
  if (found.ok) {
    const { plan } = found;
    return {
      ...openingOfPlan(plan, network),
      category: plan.category,
      indexOf: (commitment) => decodePlanState(plan.terms.product, commitment)?.state.index,
    };
  }
  const dated = findCalendarFunding(network, txid, transaction);
  if (!dated.ok) throw otherThan(txid, 'opens no stream or payment');
  const { plan } = dated;
  return {
    ...openingOfCalendar(plan, network),
    category: plan.category,
    indexOf: (commitment) => decodeCalendarState(plan.terms.product, commitment)?.state.index,
  };
};

/**
 * Reads the campaign that a transaction opened, from its bytes alone.
 *
 * @param hex the transaction, whose hash must be `txid` (display order)
 * @throws Difference REQUEST_MALFORMED where it is another transaction, or opens none
 */
export const readCampaignFunding = (hex: string, txid: string, network: Network): FundedCampaign => {
  const transaction = decodeTransactionBch(bytesOf(hex, txid));
  const campaign = typeof transaction === 'string' ? undefined : campaignIn(transaction, txid, network);
  if (campaign === undefined) throw otherThan(txid, 'opens no campaign');
  const { opening, category, contract } = campaign;
  return { ...opening, category, closingMessage: airdropClosingMessage(contract.parameters.nonce) };
};

/**
 * Returns the address of a vault.
 *
 * @param signers addresses of the three, in the contract's order
 * @param vaultId hex; its first half is the contract's nonce
 * @throws Difference REQUEST_MALFORMED where these are not the signers of any vault
 */
export const vaultAddress = (signers: readonly string[], vaultId: string, network: Network): string => {
  const hashes = lockingBytecodesOf(signers, network).flatMap((lock) => {
    const parts = partyParts(lock);
    return parts?.kind === 'P2PKH' ? [parts.hash] : [];
  });
  const [first, second, third, ...others] = hashes;
  if (first === undefined || second === undefined || third === undefined || others.length > 0 || !isHex(vaultId))
    throw new Difference('REQUEST_MALFORMED', 'A vault has three signers, each with an address of a key');
  const nonce = hexToBin(vaultId.slice(0, vaultId.length / 2));
  return createVaultContract({ signers: [first, second, third], nonce }, network).address;
};

/**
 * Returns the address of a roster, a treasury whose signers can be exchanged. It follows from the category of its state alone, not
 * from its signers: these are in its state, which only the chain shows.
 *
 * @param category display-order hex
 * @throws Difference REQUEST_MALFORMED for text that is not a category
 */
export const rosterAddress = (category: string, network: Network): string => {
  if (!isCategory(category)) throw new Difference('REQUEST_MALFORMED', `${category} is not the category of a token`);
  return createRosterContract(category, network).address;
};

/**
 * Returns the hash by which a roster knows its guardian, hex.
 *
 * @param guardian address; undefined for no guardian
 * @throws Difference REQUEST_MALFORMED for text that is not an address of the network
 */
export const guardianHashOf = (guardian: string | undefined, network: Network): string =>
  guardian === undefined ? binToHex(NO_GUARDIAN) : recipientHashOf(guardian, network);

/** Returns a delay as terms of a lock have it. @param moveDelay blocks; 0 where its recipient cannot move it */
const delayOf = (moveDelay: number): { readonly delay?: number } => (moveDelay === 0 ? {} : { delay: moveDelay });

/** What the address of a purse follows from, as a service describes it. */
export interface PurseToFind {
  /** Address of the vault whose money it is. */
  readonly vault: string;
  /** Addresses of the vault's signers, in the order of the contract. */
  readonly signers: readonly string[];
  readonly spender: string;
  /** SHA-256 of the hashes of the payees, hex. */
  readonly listHash: string;
  /** Category of a token, display-order hex; undefined or null for BCH. */
  readonly category: string | null | undefined;
  readonly limit: bigint;
  readonly period: number;
  /** What may leave its coin at age 0; the limit of a new purse. */
  readonly left: bigint;
}

const keyHash = (address: string, network: Network): Uint8Array => {
  const [lock] = lockingBytecodesOf([address], network);
  const parts = lock && partyParts(lock);
  if (parts?.kind !== 'P2PKH')
    throw new Difference('REQUEST_MALFORMED', `${address} is not the address of a key that a purse can name`);
  return parts.hash;
};

/**
 * Returns the address of a purse, which follows from its terms and what is left of its limit.
 *
 * @throws Difference REQUEST_MALFORMED where no purse has these terms
 */
export const purseAddress = (purse: PurseToFind, network: Network): string => {
  const [owner] = lockingBytecodesOf([purse.vault], network);
  const [first, second, third, ...others] = purse.signers.map((signer) => keyHash(signer, network));
  const hasThree = first !== undefined && second !== undefined && third !== undefined && others.length === 0;
  const { category, limit, period, left, listHash } = purse;
  const terms = hasThree &&
    owner !== undefined &&
    isHex(listHash) && {
      asset:
        category === undefined || category === null
          ? ({ type: 'BCH' } as const)
          : ({ type: 'FUNGIBLE_TOKEN', category } as const),
      owner,
      signers: [first, second, third] as const,
      spender: keyHash(purse.spender, network),
      list: hexToBin(listHash),
      limit,
      period,
    };
  if (terms === false || findPurseProblem(terms) !== undefined || left < 0n || left > limit)
    throw new Difference('REQUEST_MALFORMED', 'No purse has these terms');
  return createPurseContract(terms, network, left).address;
};

/**
 * Returns the satoshis that a lock of tokens holds so that so many payments need nobody's coin, of those that it has.
 *
 * @param payments its default where left out
 * @param moveDelay blocks between the announcement of another address and the move; 0 where the recipient cannot move it
 */
export const lockReserveOf = (
  { total, schedule: { start, end, step } }: { readonly total: bigint; readonly schedule: LockVesting },
  payments?: number,
  moveDelay = 0,
): bigint => {
  const size = { steps: (end - start) / step, total };
  return lockReserve(
    payments === undefined ? defaultLockPayments(size) : Math.min(payments, mostLockPayments(size)),
    delayOf(moveDelay),
  );
};

/** What of a schedule the reserve of its stream follows from. */
export type ReserveSchedule =
  | Pick<Extract<OpenedSchedule, { readonly kind: 'VESTING' }>, 'kind' | 'start' | 'end' | 'step'>
  | Pick<Extract<OpenedSchedule, { readonly kind: 'RECURRING' }>, 'kind' | 'periods'>
  | Pick<Extract<OpenedSchedule, { readonly kind: 'SALARY' }>, 'kind' | 'periods'>
  | Pick<Extract<OpenedSchedule, { readonly kind: 'GRANT' }>, 'kind' | 'installments'>
  | Pick<Extract<OpenedSchedule, { readonly kind: 'TRANCHES' }>, 'kind' | 'tranches'>;

/** Returns how many payments a stream by the calendar may have. */
const datedPayments = (
  schedule: Extract<ReserveSchedule, { readonly kind: 'SALARY' | 'GRANT' | 'TRANCHES' }>,
): number => {
  switch (schedule.kind) {
    case 'SALARY':
      return schedule.periods;
    case 'GRANT':
      return schedule.installments;
    case 'TRANCHES':
      return schedule.tranches.length;
  }
};

/**
 * Returns the satoshis that a stream or payment locks for fees when it opens.
 *
 * @param asset category of its token; undefined in BCH
 * @param isAlone whether it is opened alone, not as a part of a plan
 */
export const streamReserveOf = (
  { total, schedule }: { readonly total: bigint; readonly schedule: ReserveSchedule },
  asset: string | undefined,
  isAlone: boolean,
): bigint => {
  const money = asset === undefined ? 'BCH' : 'TOKEN';
  if (schedule.kind !== 'VESTING' && schedule.kind !== 'RECURRING')
    return calendarReserve(
      defaultCalendarFees(`${schedule.kind}_${money}`),
      schedule.kind,
      BigInt(datedPayments(schedule)),
    );
  const product = `${schedule.kind}_${money}` as const;
  const terms = { product, ...defaultPlanFees(product) };
  const recipient = new Uint8Array();
  const noticeBlocks = 0;
  const payments = paymentsOf(
    schedule.kind === 'VESTING'
      ? { ...schedule, recipient, total, group: { kind: 'VESTING', cliff: 0n, step: schedule.step, noticeBlocks } }
      : {
          kind: 'RECURRING',
          recipient,
          amount: total,
          periods: schedule.periods,
          firstDue: 0n,
          group: { kind: 'RECURRING', interval: 1n, noticeBlocks, cancelable: false, pausable: false },
        },
    terms,
  );
  return reserveFor(isAlone && payments > MAX_PAID_PAYMENTS ? MAX_PAID_PAYMENTS : payments, terms);
};

/** What the address of a lock is made of. */
export interface LockOf {
  /** Address of the recipient. */
  readonly recipient: string;
  /** Category of a token; undefined in BCH. */
  readonly asset: string | undefined;
  /** Satoshis, or base units. */
  readonly total: bigint;
  readonly schedule: LockVesting;
  /** Blocks between the announcement of another address and the move; left out, or 0, where the recipient cannot move it. */
  readonly moveDelay?: number;
  /** Address that a pending move names. */
  readonly movesTo?: string;
}

/**
 * Returns the address of a lock, which commits to all of its terms.
 *
 * @throws Difference OTHER_TERMS where no lock may have these terms
 */
export const lockAddress = (
  { recipient, asset, total, schedule, moveDelay = 0, movesTo }: LockOf,
  network: Network,
): string => {
  const [party = new Uint8Array()] = lockingBytecodesOf([recipient], network);
  const [to] = movesTo === undefined ? [] : lockingBytecodesOf([movesTo], network);
  const { start, cliff, step, end } = schedule;
  const steps = step < 1n ? 0n : (end - start) / step;
  const type = asset === undefined ? 'BCH' : 'FUNGIBLE_TOKEN';
  const move = { ...delayOf(moveDelay), ...(to !== undefined && { movesTo: to }) };
  const terms = { asset: type, total, recipient: party, start, cliff, step, steps, ...move } as const;
  const problem =
    findLockProblem(terms, isLocalNetwork(network)) ?? (start + step * steps === end ? undefined : 'END_OUT_OF_RANGE');
  if (problem !== undefined) throw new Difference('OTHER_TERMS', `These terms are not valid for a lock: ${problem}`);
  return createLockContract(terms, network).address;
};

/**
 * Returns the locking bytecodes of addresses.
 *
 * @throws Difference REQUEST_MALFORMED for text that is not an address of the network
 */
export const lockingBytecodesOf = (addresses: readonly string[], network: Network): readonly Uint8Array[] =>
  addresses.map((address) => {
    const parsed = parseParty(address, network);
    if (!parsed.ok) throw new Difference('REQUEST_MALFORMED', `${address} is not an address of ${network}`);
    return parsed.party;
  });

/**
 * Returns the hash by which the state of a stream names its recipient: hash160 of the locking bytecode, hex.
 *
 * @param recipient an address or, of a recipient who moved to a script of no standard kind, `script:` and its bytes in hex
 * @throws Difference REQUEST_MALFORMED for any other text
 */
export const recipientHashOf = (recipient: string, network: Network): string => {
  const party = parseRecipient(recipient, network);
  if (party === undefined) throw new Difference('REQUEST_MALFORMED', `${recipient} is not an address of ${network}`);
  return binToHex(partyHash(party));
};

/**
 * Returns the network that a name stands for.
 *
 * @param address one of the wallet's: its prefix must be the network's, so that a name from elsewhere cannot turn real
 *   coins into test coins
 * @throws Difference REQUEST_MALFORMED where it is none, or its addresses have another prefix
 */
export const networkOf = (name: string, address: string): Network => {
  const network = NETWORKS.find((known) => known === name);
  const prefix = address.includes(':') ? address.split(':', 1)[0] : undefined;
  if (network === undefined || (prefix !== undefined && prefix !== (addressPrefix(network) as string)))
    throw new Difference('REQUEST_MALFORMED', `The wallet is not on the network ${name}`);
  return network;
};
