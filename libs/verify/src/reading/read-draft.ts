import { binsAreEqual, binToHex, getDustThreshold, type Output } from '@bitauth/libauth';
import {
  decodeVaultState,
  handsToCloser,
  INITIAL_VAULT_STATE,
  isClosingUnit,
  lockingBytecodeOf,
  outpointKey,
  partyAddress,
  partyParts,
  type Network,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { ClosesCampaign, Effect, Pays } from '../effects.types.js';
import { readSigningRequest, type Draft, type SigningRequest } from '../request/signing-request.js';
import { assertTimes } from './assert-times.js';
import { readFundings } from './known-contracts.js';
import { Ledger, type LedgerEntry, type LedgerLine, linesOf, lockKey, SIGNED_INPUT } from './ledger.js';
import { readCalendarFunding } from './read-calendar-funding.js';
import { readCampaignFunding, readLane } from './read-campaign.js';
import { readCurrencyMoves, readCurrencyOpening, readTillFillings, readTillTakings } from './read-currency.js';
import { readLockMoves } from './read-lock-moves.js';
import { readLockFunding, readLockPayment } from './read-locks.js';
import { readPlanFunding } from './read-plan-funding.js';
import { readPlanMoves } from './read-plan-moves.js';
import { readPurseOpening, readPurseSpend, readRecalls } from './read-purses.js';
import { readRecovery, readRosterChange, readRosterOpening } from './read-rosters.js';
import { findTreasury, readVault, type Treasury } from './read-vault.js';
import { runContracts, type StandIns } from './run-contracts.js';

/** Who is to sign. */
export interface Signer {
  readonly network: Network;
  /** Locking bytecodes of all addresses of the wallet's own: what it may spend, and where change may go. */
  readonly own: readonly Uint8Array[];
  /**
   * Locking bytecodes of whom streams may be for: the chain has a hash alone of a recipient, by which one of these is found
   * where the transaction itself does not pay them.
   */
  readonly parties?: readonly Uint8Array[];
  /** Delays of locks that can move, blocks: their scripts show them in hashes alone. The usual one by default. */
  readonly moveDelays?: readonly number[];
  /** Lists of payees that purses may have, as locking bytecodes: a purse holds the hash of its list alone. */
  readonly payees?: readonly (readonly Uint8Array[])[];
  /**
   * Transactions that funded what is signed for, hex, from the chain: campaigns whose lanes are claimed or closed, and plans,
   * streams and payments that are moved.
   */
  readonly fundings?: readonly string[];
  /** Height of the chain's tip: a funding must be listed where somebody looks for it now. By default anywhere. */
  readonly height?: number;
  /** Unix seconds, by a clock of the signer's: what contracts date must be dated now. By default at any time. */
  readonly time?: bigint;
}

/** What a transaction would do, and what it costs its signer. */
export interface Reading {
  readonly effects: readonly Effect[];
  /** Addresses of the signer's own. */
  readonly own: readonly string[];
  /** Coins of the signer's that it spends. */
  readonly ownInputs: number;
  /** Address of the signer's whose key the contracts see; undefined where they see none. Of several that fit, the first. */
  readonly signs: string | undefined;
  /** Address of the vault whose coins it spends. */
  readonly vault: string | undefined;
  /** Every unit of its inputs and outputs, with its owner and reason; both sides of each asset are equal. */
  readonly ledger: readonly LedgerEntry[];
  /** What the signer's coins hold before and after, asset by asset: the sum of their inputs, and of their outputs. */
  readonly lines: readonly LedgerLine[];
  /** The same of a vault whose coins it spends. */
  readonly vaultLines: readonly LedgerLine[];
  /** Satoshis. */
  readonly fee: bigint;
  /** Bytes once it is signed, at most. */
  readonly size: number;
}

const nftOf = ({ token }: Output): Pays['nft'] =>
  token?.nft && {
    category: binToHex(token.category),
    commitment: binToHex(token.nft.commitment),
    capability: token.nft.capability,
  };

/**
 * Posts the coins that the signer's wallet is asked to sign for: its own, and with nothing filled in yet.
 *
 * @throws Difference UNEXPECTED_INPUT for any other coin, and for any coin beside those of a vault, which pays for all itself
 */
const postOwnInputs = (ledger: Ledger): number => {
  const open = ledger.openInputs();
  for (const index of open) {
    const spent = ledger.draft.spent[index];
    if (spent === undefined || ledger.ownerOf(spent) !== 'SIGNER')
      throw new Difference(
        'UNEXPECTED_INPUT',
        `Input ${index} spends a coin that is neither yours nor of a known contract`,
      );
    if (!ledger.isPayers(spent))
      throw new Difference('UNEXPECTED_INPUT', `Input ${index} spends a coin of yours, although the vault pays`);
    if (spent.unlockingBytecode.length > 0)
      throw new Difference(
        'UNEXPECTED_INPUT',
        `Input ${index} spends a coin of yours with a signature that no wallet makes`,
      );
    ledger.input(index, ledger.allOf(spent, 'SIGNER', 'COIN'));
  }
  return open.length;
};

/** Whether an NFT is the state of a vault that a first deposit makes: new, mutable, and nothing counted yet. */
const isNewVaultState = ({ spent }: Draft, { token }: Output): boolean => {
  const { nft } = token ?? {};
  if (token === undefined || nft?.capability !== 'mutable') return false;
  const category = binToHex(token.category);
  const state = decodeVaultState(binToHex(nft.commitment));
  return (
    state?.spends === INITIAL_VAULT_STATE.spends &&
    spent.some(({ outpoint }) => outpoint.vout === 0 && outpoint.txid === category)
  );
};

/** Returns the close of a vault's campaign where an output hands its closing unit, as it was spent, to the closer. */
const closeBy = ({ spent }: Draft, output: Output): ClosesCampaign | undefined => {
  const category = output.token && binToHex(output.token.category);
  if (category === undefined || !handsToCloser({ outputs: [output] }) || !isClosingUnit(output, category))
    return undefined;
  const isSpent = spent.some((coin) => isClosingUnit(coin, category) && coin.valueSatoshis === output.valueSatoshis);
  return isSpent ? { kind: 'CLOSES_CAMPAIGN', category, satoshis: output.valueSatoshis } : undefined;
};

/** Whether two outputs hold the same tokens, and the same NFT. */
const isSameToken = ({ token: one }: Output, { token: other }: Output): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.amount === other.amount &&
  binsAreEqual(one.category, other.category) &&
  one.nft?.capability === other.nft?.capability &&
  binsAreEqual(one.nft?.commitment ?? EMPTY, other.nft?.commitment ?? EMPTY);

const EMPTY = new Uint8Array();

/** Whether an output has the satoshis of a coin that it passes on, or as many as nodes want where it has fewer. */
const passesOn = (coin: Output, output: Output): boolean => {
  const least = getDustThreshold(output);
  return output.valueSatoshis === (coin.valueSatoshis < least ? least : coin.valueSatoshis);
};

/** Finds the coin of a vault that an output passes on as it was. */
const coinOf = ({ spent }: Draft, output: Output, vault: Uint8Array | undefined): string | undefined => {
  const coin =
    vault &&
    spent.find(
      (each) => binsAreEqual(each.lockingBytecode, vault) && isSameToken(each, output) && passesOn(each, output),
    );
  return coin && outpointKey(coin.outpoint);
};

const paymentOf = (
  draft: Draft,
  output: Output,
  index: number,
  { network, vault }: { readonly network: Network; readonly vault: Uint8Array | undefined },
): Pays => {
  const to = partyAddress(output.lockingBytecode, network);
  if (to === undefined) throw new Difference('UNEXPECTED_OUTPUT', `Output ${index} pays to no address`);
  const { token, valueSatoshis: satoshis } = output;
  const fungible = token !== undefined && token.amount > 0n ? token : undefined;
  return {
    kind: 'PAYS',
    to,
    asset: fungible && binToHex(fungible.category),
    amount: fungible?.amount ?? satoshis,
    satoshis,
    nft: nftOf(output),
    coin: coinOf(draft, output, vault),
    opensVault: isNewVaultState(draft, output),
    isOwn: false,
  };
};

/** Posts an open output: change of the payer, or a payment that the request has to name. @returns its effect, if it is not change */
const postPayment = (
  ledger: Ledger,
  index: number,
  network: Network,
  vault: Treasury | undefined,
): readonly (ClosesCampaign | Pays)[] => {
  const { draft } = ledger;
  const output = ledger.outputs[index];
  if (output === undefined) return [];
  const owner = ledger.ownerOf(output);
  // A payment from a vault to the signer is not their change.
  if (ledger.isPayers(output) && ledger.takesChange) {
    ledger.output(index, ledger.allOf(output, owner, 'CHANGE'));
    return [];
  }
  const close = closeBy(draft, output);
  const payment = {
    ...paymentOf(draft, output, index, { network, vault: vault?.lockingBytecode }),
    isOwn: owner === 'SIGNER',
  };
  const parts = ledger.allOf(output, owner, 'PAYMENT');
  if (!payment.opensVault || payment.nft === undefined) ledger.output(index, parts);
  else {
    ledger.made(payment.nft.category, 0n, 1n);
    ledger.output(
      index,
      parts.map((part) => ({ ...part, nft: 'STATE' as const })),
    );
  }
  return [close ?? payment];
};

/** Returns the keys of a wallet's addresses: hash160 of each. */
const keysAt = (locks: readonly Uint8Array[]): readonly Uint8Array[] =>
  locks.flatMap((lock) => {
    const parts = partyParts(lock);
    return parts?.kind === 'P2PKH' ? [parts.hash] : [];
  });

/** Lists whose key the contracts may see where no treasury signs: that of the claim or close where one is signed. */
const standInsOf = (locks: readonly Uint8Array[], party: Uint8Array | undefined): readonly StandIns[] => {
  const [named] = keysAt(locks.filter((lock) => party !== undefined && binsAreEqual(lock, party)));
  return [{ own: named ?? keysAt(locks)[0], other: undefined }];
};

/**
 * Reads everything that a transaction would do, from its bytes and the outputs that it spends. Every input and output
 * is explained by a contract of Weir's, by the signer's own coins and change, or as a payment to somebody else.
 *
 * @throws Difference where a unit has no owner, or an input or output holds anything but what terms and chain say
 */
export const readDraft = (
  request: SigningRequest,
  { network, own: locks, parties = [], moveDelays, payees = [], fundings = [], height, time }: Signer,
): Reading => {
  const draft = readSigningRequest(request);
  const vault = findTreasury(draft, network);
  const payer = { own: new Set(locks.map(lockKey)), vault: vault && lockKey(vault.lockingBytecode) };
  const ledger = new Ledger(draft, payer, height);
  const { campaigns, plans, currencies, tills } = readFundings(fundings, network);
  const known = [...parties, ...locks];
  const moves = readPlanMoves(ledger, plans, known);
  const currencyMoves = readCurrencyMoves(ledger, currencies, known);
  const takings = readTillTakings(ledger, tills);
  const lane = readLane(ledger, campaigns, payer.own);
  const movedLocks = readLockMoves(ledger, network, known, moveDelays);
  const lock = ledger.openInputs().includes(0) ? readLockPayment(ledger, network, parties, moveDelays) : undefined;
  const purse = readPurseSpend(ledger, network);
  const recalls = readRecalls(ledger, vault);
  const recovery = vault === undefined ? readRecovery(ledger, network, known) : undefined;
  const opened = [
    readRosterOpening(ledger, network, known),
    readPlanFunding(ledger, network),
    readCalendarFunding(ledger, network),
    readLockFunding(ledger, network),
    readCampaignFunding(ledger, network),
    readPurseOpening(ledger, vault, payees),
    readCurrencyOpening(ledger, network),
  ].filter((effect) => effect !== undefined);
  const spends = vault && readVault(ledger, vault);
  const exchange = vault?.roster && readRosterChange(vault.roster, known);
  const ofContracts = new Set(draft.spent.keys());
  for (const index of [...ledger.openInputs(), ...(recovery?.othersInputs ?? [])]) ofContracts.delete(index);
  const ownInputs = postOwnInputs(ledger);
  const fillings = readTillFillings(ledger, tills);
  const payments = ledger.openOutputs().flatMap((index) => postPayment(ledger, index, network, vault));
  ledger.close();
  const held = keysAt(locks);
  const signing = vault?.standInsOf ?? recovery?.standInsOf;
  const keys = runContracts(draft, [...ofContracts], signing?.(held) ?? standInsOf(locks, lane?.party));
  const own = held.find((hash) => keys?.own !== undefined && binsAreEqual(hash, keys.own));
  const effects: readonly Effect[] = [
    ...(spends === undefined ? [] : [spends]),
    ...(exchange === undefined ? [] : [exchange]),
    ...(recovery === undefined ? [] : [recovery.effect]),
    ...opened,
    ...(lane === undefined ? [] : [lane.effect]),
    ...(lock === undefined ? [] : [lock]),
    ...(purse === undefined ? [] : [purse]),
    ...recalls,
    ...moves,
    ...movedLocks,
    ...currencyMoves,
    ...takings,
    ...fillings,
    ...payments,
  ];
  assertTimes(ledger, effects, time);
  return {
    effects,
    own: locks.map((party) => partyAddress(party, network) ?? ''),
    ownInputs,
    signs: own && partyAddress(lockingBytecodeOf(own), network),
    vault: vault && partyAddress(vault.lockingBytecode, network),
    ledger: ledger.entries,
    lines: linesOf(ledger.entries, 'SIGNER'),
    vaultLines: linesOf(ledger.entries, 'VAULT'),
    fee: ledger.fee,
    size: draft.size + SIGNED_INPUT * ownInputs,
  };
};
