import { binsAreEqual, binToHex } from '@bitauth/libauth';
import {
  absentSeat,
  announcesRoster,
  createRosterContract,
  decodeRosterState,
  encodeRosterSpending,
  findRosterDeployment,
  findRosterMembersProblem,
  guardianHash,
  lockingBytecodeOf,
  type Network,
  NO_GUARDIAN,
  outpointKey,
  partyAddress,
  type PublicKeyHash,
  readRosterCoin,
  readRosterTransition,
  type RosterCoin,
  type RosterContract,
  type RosterMembers,
  type RosterSeat,
  type RosterState,
  sameRosterMembers,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { ChangesRoster, EndsRecovery, OpensRoster, RosterTerms, StepsRecovery } from '../effects.types.js';
import type { Draft } from '../request/signing-request.js';
import { type Ledger, UNSIGNED } from './ledger.js';
import { explainAnyBeacon } from './read-plan-funding.js';
import type { StandIns } from './run-contracts.js';

const SEATS = [0, 1, 2] as const;

/** The place of the signer's key and signature, and that of somebody else's. */
const OWN = { publicKey: new Uint8Array(33), signature: new Uint8Array(65) };
const OTHER = { publicKey: OWN.publicKey.map(() => 1), signature: OWN.signature.map(() => 1) };

/** The members of a roster before and after a transaction that two signers sign. */
export interface SpentRoster {
  readonly contract: RosterContract;
  readonly now: RosterState;
  readonly next: RosterState;
  readonly standInsOf: (held: readonly PublicKeyHash[]) => readonly StandIns[];
}

/** Reads the state of a roster that an input spends; undefined where it spends none. */
const stateAt = (
  { spent }: Draft,
  index: number,
  network: Network,
): (RosterCoin & Pick<SpentRoster, 'contract'>) | undefined => {
  const source = spent[index];
  const nft = source?.token?.nft;
  if (source?.token === undefined || nft === undefined || decodeRosterState(binToHex(nft.commitment)) === undefined)
    return undefined;
  const contract = createRosterContract(binToHex(source.token.category), network);
  const coin = readRosterCoin(contract, source.outpoint.txid, [source], 0);
  return coin && { ...coin, contract, outpoint: source.outpoint };
};

/** Returns the seats that may sign for two states: who signs keeps the seat. */
const stayingSeats = (now: RosterState, next: RosterState): readonly RosterSeat[] =>
  SEATS.filter((seat) => binsAreEqual(now.signers[seat], next.signers[seat]));

const isAt = ({ spent }: Draft, index: number, unlocking: Uint8Array): boolean => {
  const coin = spent[index];
  return coin !== undefined && binsAreEqual(coin.unlockingBytecode, unlocking);
};

/**
 * Whether an input has a place for one signer's key and signature, and one that is filled. Which seat is absent, and whose place is
 * which, is known once both have signed: the service completes the input then, and signatures do not cover it.
 */
const asksOneSigner = (contract: RosterContract, draft: Draft, index: number): boolean =>
  SEATS.some(
    (absent) =>
      isAt(draft, index, encodeRosterSpending(contract, OWN, OTHER, absent)) ||
      isAt(draft, index, encodeRosterSpending(contract, OTHER, OWN, absent)),
  );

/** Lists pairs of keys that the contract may see, with what unlocks the state once both have signed. */
const pairsOf = (
  contract: RosterContract,
  { signers }: RosterMembers,
  seats: readonly RosterSeat[],
  isOwn: (signer: PublicKeyHash) => boolean,
  index: number,
): readonly StandIns[] =>
  seats
    .filter((own) => isOwn(signers[own]))
    .flatMap((own) =>
      seats
        .filter((other) => other !== own)
        .map((other) => {
          const [first, second] = own < other ? [OWN, OTHER] : [OTHER, OWN];
          const completed = encodeRosterSpending(contract, first, second, absentSeat(own, other));
          return { own: signers[own], other: signers[other], unlocking: new Map([[index, completed]]) };
        }),
    );

/** Returns whether a key is one of these. */
const isHeld =
  (held: readonly PublicKeyHash[]) =>
  (key: PublicKeyHash): boolean =>
    held.some((hash) => binsAreEqual(hash, key));

/**
 * Finds the roster whose state is input 0, where two signers act; undefined where it is none.
 *
 * @throws Difference UNEXPECTED_INPUT where it is called otherwise, OTHER_TERMS where its next state has no sound members
 */
export const findSpentRoster = (draft: Draft, network: Network): SpentRoster | undefined => {
  const coin = stateAt(draft, 0, network);
  if (coin === undefined) return undefined;
  const { contract, state: now } = coin;
  if (!asksOneSigner(contract, draft, 0))
    throw new Difference('UNEXPECTED_INPUT', 'Input 0 does not ask for the signature of one signer of the treasury');
  const next = readRosterCoin(contract, UNSIGNED, draft.transaction.outputs, 0)?.state;
  if (next === undefined) throw new Difference('OTHER_TERMS', 'The state of the treasury would not go on');
  if (!sameRosterMembers(now, next)) assertMembers(contract, next);
  const seats = stayingSeats(now, next);
  return { contract, now, next, standInsOf: (held) => pairsOf(contract, now, seats, isHeld(held), 0) };
};

/** @throws Difference OTHER_TERMS for members that no builder makes: a key in two seats, a guardian who is the roster, a short delay */
const assertMembers = ({ network, lockingBytecode }: RosterContract, members: RosterMembers): void => {
  const problem = findRosterMembersProblem(members, network, lockingBytecode);
  if (problem !== undefined)
    throw new Difference('OTHER_TERMS', `The treasury would get signers or delays that are not sound: ${problem}`);
};

/** Describes members. @param parties locking bytecodes, one of which may be the guardian's: the state has its hash alone */
const termsOf = (
  { signers, guardian, quiet, review }: RosterMembers,
  network: Network,
  parties: readonly Uint8Array[],
): RosterTerms => {
  const party = parties.find((each) => binsAreEqual(guardianHash(each), guardian));
  return {
    signers: signers.map((hash) => partyAddress(lockingBytecodeOf(hash), network) ?? ''),
    guardian: party && partyAddress(party, network),
    guardianHash: binToHex(guardian),
    quiet,
    review,
  };
};

/** Whether a treasury has no guardian. */
export const hasNoGuardian = ({ guardianHash: hash }: Pick<RosterTerms, 'guardianHash'>): boolean =>
  hash === binToHex(NO_GUARDIAN);

/** Reads how a transaction of two signers changes the members of a roster; undefined where they stay. */
export const readRosterChange = (
  { contract, now, next }: SpentRoster,
  parties: readonly Uint8Array[],
): ChangesRoster | undefined => {
  if (sameRosterMembers(now, next)) return undefined;
  const [before, after] = [now, next].map((members) => termsOf(members, contract.network, parties));
  const changed = SEATS.find((seat) => !binsAreEqual(now.signers[seat], next.signers[seat]));
  if (before === undefined || after === undefined) return undefined;
  return {
    kind: 'CHANGES_ROSTER',
    vault: contract.address,
    ...after,
    leaves: changed === undefined ? undefined : before.signers[changed],
    joins: changed === undefined ? undefined : after.signers[changed],
    before,
  };
};

/**
 * Reads the roster that a transaction opens, and checks its genesis: a second NFT of its category would own the treasury. Undefined where
 * it opens none.
 *
 * @throws Difference OTHER_TERMS where its genesis is not sound
 */
export const readRosterOpening = (
  ledger: Ledger,
  network: Network,
  parties: readonly Uint8Array[],
): OpensRoster | undefined => {
  const { transaction, spent } = ledger.draft;
  const isNew = transaction.outputs.some(
    ({ token }) =>
      token?.nft !== undefined &&
      decodeRosterState(binToHex(token.nft.commitment)) !== undefined &&
      !spent.some((source) => source.token !== undefined && binsAreEqual(source.token.category, token.category)),
  );
  if (!isNew) return undefined;
  const found = findRosterDeployment(network, UNSIGNED, transaction);
  if (!found.ok) throw new Difference('OTHER_TERMS', `The treasury that it opens is not sound: ${found.problem}`);
  const { contract, coin } = found;
  const { category, address } = contract;
  ledger.made(category, 0n, 1n);
  ledger.output(coin.outpoint.vout, [
    { owner: 'CONTRACT', reason: 'OPENING', satoshis: coin.satoshis, category, units: 0n, nft: 'STATE' },
  ]);
  const announcement = ledger.outputWhere(
    ({ lockingBytecode }) => announcesRoster(lockingBytecode),
    [{ owner: 'NOBODY', reason: 'OPENING' }],
  );
  const isListed = explainAnyBeacon(ledger, contract.lockingBytecode);
  if (isListed !== (announcement !== undefined))
    throw new Difference('UNEXPECTED_OUTPUT', 'It has one of the two outputs by which the chain lists a treasury');
  const terms = termsOf(coin.state, network, parties);
  return { kind: 'OPENS_ROSTER', vault: address, satoshis: coin.satoshis, isListed, ...terms };
};

/** A step of a recovery, and who signs for it. */
export interface ReadRecovery {
  readonly effect: StepsRecovery | EndsRecovery;
  /** Inputs that another wallet signs. */
  readonly othersInputs: readonly number[];
  /** Lists whose keys the contract may see; undefined where it sees none. */
  readonly standInsOf: ((held: readonly PublicKeyHash[]) => readonly StandIns[]) | undefined;
}

/** Posts the guardian's coin, and what returns of it, for a signer who does not hold it. */
const postGuardian = (ledger: Ledger): readonly number[] => {
  const [coin] = ledger.draft.spent;
  const [change] = ledger.outputs;
  if (coin === undefined || ledger.isPayers(coin)) return [];
  if (coin.unlockingBytecode.length === 0)
    throw new Difference(
      'UNEXPECTED_INPUT',
      'Input 0 asks you to sign for a coin that is neither yours nor of a known contract',
    );
  if (change === undefined || !binsAreEqual(change.lockingBytecode, coin.lockingBytecode))
    throw new Difference('UNEXPECTED_OUTPUT', 'Output 0 does not return the change of the guardian');
  ledger.input(0, ledger.allOf(coin, 'PARTY', 'COIN'));
  ledger.output(0, ledger.allOf(change, 'PARTY', 'CHANGE'));
  return [0];
};

/**
 * Reads a step of a recovery, where the state of a roster is input 1; undefined where it is not. The state keeps its money, to the
 * satoshi: the contract alone would let the end of a recovery take it.
 *
 * @throws Difference UNEXPECTED_INPUT where it is spent otherwise, OTHER_TERMS for members that are not sound
 */
export const readRecovery = (
  ledger: Ledger,
  network: Network,
  parties: readonly Uint8Array[],
): ReadRecovery | undefined => {
  const { draft } = ledger;
  const coin = stateAt(draft, 1, network);
  if (coin === undefined) return undefined;
  const { contract, state, outpoint, satoshis } = coin;
  const step = readRosterTransition(contract, coin, UNSIGNED, draft.transaction);
  if (step === undefined)
    throw new Difference('UNEXPECTED_INPUT', 'It spends the state of a treasury, but is not a step of its recovery');
  const { category, address: vault } = contract;
  const held = { owner: 'CONTRACT', reason: 'HELD', satoshis, category, units: 0n, nft: 'STATE' } as const;
  ledger.input(1, [held]);
  ledger.output(1, [held]);
  const named = { vault, outpoint: outpointKey(outpoint) };
  const { quiet, review } = state;
  if (step.kind === 'veto')
    return {
      effect: { kind: 'STEPS_RECOVERY', move: 'VETO', ...named, quiet, review },
      othersInputs: [],
      standInsOf: (keys) => keys.filter(isHeld(state.signers)).map((own) => ({ own, other: undefined })),
    };
  ledger.wait(1, step.kind === 'call' ? quiet : review);
  if (step.kind === 'call')
    return {
      effect: { kind: 'STEPS_RECOVERY', move: 'CALL', ...named, quiet, review },
      othersInputs: [],
      standInsOf: undefined,
    };
  const next = step.next.state;
  assertMembers(contract, next);
  const isOfGuardian = SEATS.some((absent) => isAt(draft, 1, encodeRosterSpending(contract, OTHER, OTHER, absent)));
  if (!isOfGuardian && !asksOneSigner(contract, draft, 1))
    throw new Difference(
      'UNEXPECTED_INPUT',
      'Input 1 does not ask for the signature of one signer of the next treasury',
    );
  return {
    effect: { kind: 'ENDS_RECOVERY', ...named, ...termsOf(next, network, parties) },
    othersInputs: isOfGuardian ? [] : postGuardian(ledger),
    standInsOf: (keys) => pairsOf(contract, next, SEATS, isOfGuardian ? () => true : isHeld(keys), 1),
  };
};
