import { binsAreEqual } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { calendarFundingOutputs, type CalendarPart } from '../../calendar/calendar-draft.js';
import type { ChainTip } from '../../chain/network.js';
import type { Party } from '../../chain/party.js';
import { covenantError } from '../../errors/covenant-error.js';
import { movesAnnouncement, type MovesTogether } from '../../lock/transactions/move-lock.js';
import type { PlanPart } from '../../plan/funding/cut-plan.js';
import { fundingOutputs, principalOf } from '../../plan/funding/funding-outputs.js';
import { resumeMove, type PlanResumeItem } from '../../plan/transactions/resume-plan.js';
import { movesOf, type SenderMove } from '../../plan/transactions/sender-move.js';
import { stopMove, type PlanStopItem } from '../../plan/transactions/stop-plan.js';
import type { PlannedInput, PlannedOutput } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { largestFirst } from '../../transaction/coin-selection.js';
import { NO_TOKENS } from '../../transaction/token-selection.js';
import type { TreasuryContract } from '../treasury.js';
import { sortHoldings, type VaultHoldings } from '../vault-coin.js';
import { propose } from './propose.js';
import { selectTokens } from './vault-payout.js';
import type { FilledInput, VaultOpeningKind, VaultProposal, VaultProposalKind } from './vault-proposal.js';

/**
 * Returns the coin whose txid becomes the plan's category: the state, from the vault's second spend on, or a deposit
 * at index 0.
 *
 * @throws CovenantError NO_GENESIS_COIN
 */
export const genesisOf = ({
  state,
  coins,
}: VaultHoldings): { readonly category: string; readonly required: readonly Utxo[] } => {
  if (state?.outpoint.vout === 0) return { category: state.outpoint.txid, required: [] };
  const { plain } = sortHoldings({ state, coins });
  const [deposit] = plain.filter(({ vout }) => vout === 0).sort(largestFirst);
  if (deposit === undefined) {
    throw covenantError(
      'NO_GENESIS_COIN',
      'No coin of the vault can start a token category: spend once, or deposit by a transaction’s first output',
    );
  }
  return { category: deposit.txid, required: [deposit] };
};

/**
 * Options of a proposal that opens a plan. Its kind shows signers whether it opens a plan, or a single stream or
 * payment.
 */
export interface PlanFundingOptions extends BuildOptions {
  readonly kind?: Exclude<VaultOpeningKind, 'airdrop'>;
}

/** What a vault opens. */
interface VaultOpening {
  /** Units of the asset. */
  readonly principal: bigint;
  /** Category of the tokens, display-order hex; undefined in BCH. */
  readonly asset: string | undefined;
  /** Returns the outputs of the funding. @param category of the plan, display-order hex */
  readonly outputsOf: (category: string) => readonly PlannedOutput[];
}

const proposeOpening = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  { principal, asset, outputsOf }: VaultOpening,
  { kind = 'plan', ...options }: PlanFundingOptions,
): VaultProposal => {
  const { category, required } = genesisOf(holdings);
  const tokens = asset === undefined ? NO_TOKENS : selectTokens(contract, sortHoldings(holdings), asset, principal);
  const doing = {
    kind,
    required: [...required, ...tokens.coins],
    outputs: [...outputsOf(category), ...tokens.returns],
  };
  return propose(contract, holdings, doing, options);
};

/**
 * Proposes to open a part of a plan with a vault's coins: the payment is the funding itself.
 *
 * @param asset category of the tokens, display-order hex; undefined in BCH
 * @throws CovenantError NO_GENESIS_COIN; TRANSACTION_TOO_LARGE, for which lay the plan out with more room
 * @throws InsufficientFundsError
 * @throws InsufficientTokensError
 */
export const proposePlanFunding = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  part: PlanPart,
  tip: ChainTip,
  asset?: string,
  options: PlanFundingOptions = {},
): VaultProposal =>
  proposeOpening(
    contract,
    holdings,
    { principal: principalOf(part), asset, outputsOf: (category) => fundingOutputs(part, category, asset, tip) },
    options,
  );

/**
 * Proposes to open streams by the calendar with a vault's coins: the payment is the funding itself.
 *
 * @param asset category of the tokens, display-order hex; undefined in BCH
 * @throws RangeError for a stream that `findCalendarFunding` would refuse for its numbers
 * @throws CovenantError NO_GENESIS_COIN, TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 * @throws InsufficientTokensError
 */
export const proposeCalendarFunding = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  part: CalendarPart,
  tip: ChainTip,
  asset?: string,
  options: PlanFundingOptions = {},
): VaultProposal =>
  proposeOpening(
    contract,
    holdings,
    {
      principal: principalOf(part),
      asset,
      outputsOf: (category) => calendarFundingOutputs(part, contract.network, { category, asset, tip }),
    },
    options,
  );

/**
 * Stands for any transaction: a plan's calls have no arguments, so their unlocking bytecode is the same in every one.
 */
const NO_TRANSACTION = {
  transaction: { version: 2, locktime: 0, inputs: [], outputs: [] },
  sourceOutputs: [],
  inputIndex: 0,
};

/** Completes the input of a contract's call without arguments. */
export const filledBy = ({ utxo, unlocker, sequence }: PlannedInput): FilledInput => ({
  utxo,
  lockingBytecode: unlocker.generateLockingBytecode(),
  unlockingBytecode: unlocker.generateUnlockingBytecode(NO_TRANSACTION),
  sequence,
});

/**
 * Proposes moves of streams of which a vault is the sender, of any plans.
 *
 * @throws RangeError when they have another sender, or differ in locktime or asset
 * @throws CovenantError SPENDS_USED_UP or TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 */
export const proposeSenderMoves = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  kind: VaultProposalKind,
  moves: readonly SenderMove[],
  options: BuildOptions,
): VaultProposal => {
  const { sender, contractInputs, outputs, locktime } = movesOf(moves);
  if (!binsAreEqual(sender, contract.lockingBytecode)) throw new RangeError('These streams have another sender');
  return propose(contract, holdings, { kind, filled: contractInputs.map(filledBy), outputs, locktime }, options);
};

/**
 * Proposes that a vault cancels (or pauses) one or many streams of which it is the sender, of one plan or several.
 *
 * @param items all to be cancelled or all to be paused, all in BCH or all in tokens, at one locktime
 * @throws RangeError when they are not, or have another sender
 * @throws CovenantError SPENDS_USED_UP or TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 */
export const proposePlanStop = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  items: readonly PlanStopItem[],
  options: BuildOptions = {},
): VaultProposal => {
  const kind = items[0]?.stop.kind ?? 'cancel';
  if (items.some(({ stop }) => stop.kind !== kind)) throw new RangeError('Propose cancels and pauses separately');
  return proposeSenderMoves(contract, holdings, kind, items.map(stopMove), options);
};

/**
 * Proposes that a vault resumes recurring streams of which it is the sender.
 *
 * @throws RangeError when they have another sender, or differ in locktime or asset
 * @throws CovenantError SPENDS_USED_UP or TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 */
export const proposePlanResume = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  items: readonly PlanResumeItem[],
  options: BuildOptions = {},
): VaultProposal => proposeSenderMoves(contract, holdings, 'resume', items.map(resumeMove), options);

/**
 * Proposes that a vault announces another address for 1 to 50 streams and locks of which it is the recipient, of any plans and assets; its
 * own address undoes what is pending. Output 0 is the vault's, so the notice is behind the streams and locks, where the locktime says.
 *
 * @throws RangeError for none or too many, one of another recipient, one that may not move, or an address that must not be paid
 * @throws CovenantError SPENDS_USED_UP or TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 */
export const proposeAnnouncement = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  moves: MovesTogether,
  to: Party,
  options: BuildOptions = {},
): VaultProposal => {
  const { inputs, states, notice, notes } = movesAnnouncement(moves, to, contract.lockingBytecode);
  const doing = {
    kind: 'announce',
    filled: inputs.map(filledBy),
    outputs: [...states, notice, ...notes],
    locktime: BigInt(1 + states.length),
  } as const;
  return propose(contract, holdings, doing, options);
};
