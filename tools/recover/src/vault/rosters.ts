import { binsAreEqual, binToHex } from '@bitauth/libauth';
import {
  addressOf,
  type BuildOptions,
  buildRosterCall,
  buildRosterVeto,
  guardianHash,
  isRosterContract,
  isRosterState,
  leastRosterDelay,
  NO_GUARDIAN,
  parseParty,
  proposeRosterExchange,
  proposeRosterRecovery,
  recoveryHeight,
  type RosterCoin,
  type RosterContract,
  type RosterExchange,
  type RosterRecovery,
  type RosterState,
  type UnsignedTransaction,
} from '@weir/covenants';
import { MAX_ROSTER_DELAY } from '@weir/kinds';
import { walletOf } from '../build/build-two-party.js';
import type { RecoverContext } from '../chain/open-chain.js';
import { notPossible, usage } from '../recover-error.js';
import { type Proposed, proposeOf } from './propose.js';
import { type FoundVault, parseSigner } from './read-vault.js';

/** What changes of a roster beside its signers, as it is typed. */
interface PolicyOrder {
  readonly guardian: string | undefined;
  readonly noGuardian: boolean;
  readonly quiet: string | undefined;
  readonly review: string | undefined;
}

/** What an exchange changes, as it is typed. */
export interface ExchangeOrder extends PolicyOrder {
  readonly leaves: string | undefined;
  /** Address or public key of the new signer. */
  readonly joins: string | undefined;
}

/** Who is in the roster after a recovery, as it is typed. What is left out stays. */
export interface EndOrder extends PolicyOrder {
  /** Address or public key of the guardian. */
  readonly address: string;
  /** Addresses or public keys of the three new signers. */
  readonly joins: readonly string[];
}

/** A roster with its state. */
interface LiveRoster {
  readonly contract: RosterContract;
  readonly state: RosterCoin;
}

/** @throws RecoverError NOT_POSSIBLE for a vault, whose signers are part of its address */
const rosterOf = ({ contract, state }: FoundVault): LiveRoster => {
  if (!isRosterContract(contract) || state === undefined || !isRosterState(state))
    throw notPossible('Only a treasury whose signers can be exchanged knows this: name it with --roster');
  return { contract, state };
};

const delayOf = (name: string, text: string, { network }: RecoverContext): number => {
  const blocks = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  const least = leastRosterDelay(network);
  if (blocks < least || blocks > MAX_ROSTER_DELAY)
    throw usage(`--${name} is a number of blocks, ${least} to ${MAX_ROSTER_DELAY}, not ${text}`);
  return blocks;
};

/** Reads what changes of a roster beside its signers. @throws RecoverError USAGE */
const policyOf = (
  { guardian, noGuardian, quiet, review }: PolicyOrder,
  context: RecoverContext,
): Pick<RosterExchange, 'guardian' | 'quiet' | 'review'> => {
  const parsed = guardian === undefined ? undefined : parseParty(guardian, context.network);
  if (parsed?.ok === false) throw usage(`${guardian ?? ''} is not an address of this network`);
  return {
    ...(parsed?.ok === true && { guardian: guardianHash(parsed.party) }),
    ...(noGuardian && { guardian: NO_GUARDIAN }),
    ...(quiet !== undefined && { quiet: delayOf('quiet', quiet, context) }),
    ...(review !== undefined && { review: delayOf('review', review, context) }),
  };
};

const exchangeOf = ({ signers }: RosterState, order: ExchangeOrder, context: RecoverContext): RosterExchange => {
  const { leaves, joins } = order;
  if ((leaves === undefined) !== (joins === undefined)) throw usage('Name both --leaves and --joins, or neither');
  const leaving = leaves === undefined ? undefined : parseSigner(leaves, context.network);
  const of = ([0, 1, 2] as const).find((seat) => leaving !== undefined && binsAreEqual(signers[seat], leaving));
  if (leaving !== undefined && of === undefined) throw usage(`${leaves ?? ''} does not sign for this treasury`);
  return {
    ...(of !== undefined && joins !== undefined && { seat: { of, to: parseSigner(joins, context.network) } }),
    ...policyOf(order, context),
  };
};

/**
 * Proposes to exchange a signer of a roster, its guardian or its delays.
 *
 * @throws RecoverError USAGE, NOT_POSSIBLE
 */
export const proposeExchange = (
  found: FoundVault,
  order: ExchangeOrder,
  context: RecoverContext,
  options: BuildOptions,
): Proposed => {
  const { contract, state } = rosterOf(found);
  const exchange = exchangeOf(state.state, order, context);
  return proposeOf(found, ({ coins }) => proposeRosterExchange(contract, { state, coins }, exchange, options));
};

/** Returns the height of the block that holds the state of a treasury; 0 while it is not mined. */
const heightOf = ({ coins }: FoundVault, { outpoint }: RosterCoin): number =>
  coins.find(({ txid, vout }) => txid === outpoint.txid && vout === outpoint.vout)?.height ?? 0;

/**
 * Builds the call of a recovery, for the guardian's wallet, or the veto of one signer.
 *
 * @throws RecoverError USAGE, NOT_POSSIBLE; CovenantError, InsufficientFundsError
 */
export const buildRecoveryStep = async (
  found: FoundVault,
  step: 'call' | 'veto',
  address: string,
  context: RecoverContext,
): Promise<UnsignedTransaction> => {
  const { contract, state } = rosterOf(found);
  const wallet = await walletOf(parseSigner(address, context.network), context);
  const options = { feeRate: await context.chain.feeRate() };
  if (step === 'veto') return buildRosterVeto(contract, state, wallet, options);
  const built = buildRosterCall(contract, state, wallet, options);
  const mined = heightOf(found, state);
  const from = recoveryHeight(state, mined);
  const { height } = await context.chain.tip();
  if (mined <= 0 || height + 1 < from)
    throw notPossible(
      mined <= 0 ? 'The treasury has moved a moment ago' : `The treasury is silent long enough with block ${from}`,
    );
  return built;
};

/** The end of a recovery, and the first block that can hold it; null while the call is not mined. */
export interface ProposedEnd {
  readonly recovery: RosterRecovery;
  readonly fromHeight: number | null;
}

/**
 * Proposes the end of a recovery: the roster gets other signers, by the guardian and two of them.
 *
 * @throws RecoverError USAGE, NOT_POSSIBLE; RangeError, CovenantError, InsufficientFundsError
 */
export const proposeEnd = async (
  found: FoundVault,
  order: EndOrder,
  context: RecoverContext,
  options: BuildOptions,
): Promise<ProposedEnd> => {
  const { contract, state } = rosterOf(found);
  const [first, second, third, ...more] = order.joins.map((signer) => parseSigner(signer, context.network));
  if (first === undefined || second === undefined || third === undefined || more.length > 0)
    throw usage('Three sign from then on: give --joins three times');
  const { guardian, quiet, review } = state.state;
  const members = { guardian, quiet, review, ...policyOf(order, context), signers: [first, second, third] } as const;
  const wallet = await walletOf(parseSigner(order.address, context.network), context);
  const mined = heightOf(found, state);
  return {
    recovery: proposeRosterRecovery(contract, state, members, wallet, options),
    fromHeight: mined > 0 ? recoveryHeight(state, mined) : null,
  };
};

/** What is shown of a roster's members, and of its recovery. */
export const rosterFacts = (found: FoundVault) => {
  const { contract, state } = found;
  if (!isRosterContract(contract) || state === undefined || !isRosterState(state)) return undefined;
  const { signers, guardian, quiet, review, status } = state.state;
  const mined = heightOf(found, state);
  const hasGuardian = !binsAreEqual(guardian, NO_GUARDIAN);
  return {
    signers: signers.map((hash) => addressOf(hash, contract.network)),
    guardianHash: hasGuardian ? binToHex(guardian) : null,
    quietBlocks: quiet,
    reviewBlocks: review,
    phase: status,
    nextStepHeight: hasGuardian && mined > 0 ? recoveryHeight(state, mined) : null,
  };
};
