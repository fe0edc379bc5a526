import { Contract } from 'cashscript';
import { vestingBchArtifact, vestingTokenArtifact } from '@weir/contracts';
import type { Network } from '../chain/network.js';
import { BCH_ASSET, type BchAsset, type TokenAsset, type VestingAsset } from '../contract/asset.js';
import { contractLockingBytecode, createClockContract, type ClockContract } from '../contract/clock.js';
import { createCompanionContract, type CompanionContract } from '../contract/companion.js';
import { offlineProvider } from '../contract/offline-provider.js';
import { findVestingProblem, type VestingParameters } from './vesting-parameters.js';

/** Most satoshis of fee that a transition takes from the contract. Mirrors the covenant. */
export const VESTING_FEE_BOUND = 1_350n;
/** Satoshis that the state output keeps beside the principal. Mirrors the covenant. */
export const VESTING_STATE_FLOOR = 1_400n;
/** Satoshis from which on a push may take its fee from the sender's share while a notice runs. Mirrors the covenant. */
export const VESTING_SHARE_PAID_PUSH = 43_200n;
/**
 * While a notice runs, a push that nobody signs pays at least the total divided by this, or all that is left. Mirrors
 * the covenant.
 */
export const VESTING_PUSH_DIVISOR = 4_096n;
/** Transitions that the reserve of a new stream pays for. */
export const VESTING_RESERVED_TRANSITIONS = 16n;

/**
 * Returns the smallest payment whose fee the reserve may pay: the larger of 1,000 satoshis and a 256th of the total.
 */
export const vestingMinimumPaid = (total: bigint): bigint => (total / 256n > 1_000n ? total / 256n : 1_000n);

/**
 * Returns the smallest push that nobody signs while a notice runs, units of the asset; a push of all that is left may
 * be smaller. Without this rule, endless small pushes could spend the state under every watcher's push until the
 * refund.
 */
export const vestingMinimumPush = (total: bigint): bigint => total / VESTING_PUSH_DIVISOR;

/** Lists the constructor's arguments. A continuous schedule has steps of one second, since times are whole seconds. */
const argumentsOf = ({ sender, recipient, schedule, noticeBlocks, nonce }: VestingParameters) => {
  const { total, start, end, cliff, step } = schedule;
  return [sender, recipient, total, start, end, cliff, step === 0n ? 1n : step, BigInt(noticeBlocks), nonce] as const;
};

const instantiateBch = (parameters: VestingParameters, network: Network) =>
  new Contract(vestingBchArtifact, [...argumentsOf(parameters)], { provider: offlineProvider(network) });

const instantiateToken = (parameters: VestingParameters, network: Network) =>
  new Contract(vestingTokenArtifact, [...argumentsOf(parameters)], { provider: offlineProvider(network) });

/** The paths of the covenant, the same for every asset. */
export type VestingScript = Pick<ReturnType<typeof instantiateBch>, 'unlock'>;

/** A vesting stream's contract: parameters, asset, address and paths. */
export interface VestingContract<Asset extends VestingAsset = BchAsset> {
  readonly parameters: VestingParameters;
  readonly asset: Asset;
  readonly network: Network;
  /** P2SH32, token-aware: the state output carries an NFT. */
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  readonly script: VestingScript;
  /** The universal clock script, which holds the unit from a cancel on. */
  readonly clock: ClockContract;
  /** The universal script that holds the tokens of a stream of tokens. */
  readonly companion: CompanionContract;
}

/** The contract of a stream of tokens: the companion beside the state holds its principal. */
export type TokenVestingContract = VestingContract<TokenAsset>;

/** A contract of either kind. */
export type AnyVestingContract = VestingContract | TokenVestingContract;

/** Whether a contract's stream is of tokens. */
export const isTokenVesting = (contract: AnyVestingContract): contract is TokenVestingContract =>
  contract.asset.type === 'FUNGIBLE_TOKEN';

/**
 * Creates the contract of a set of parameters; in BCH unless an asset is given.
 *
 * @throws RangeError when the parameters break a rule (see `findVestingProblem`): such a contract must not be funded
 */
export function createVestingContract(parameters: VestingParameters, network: Network): VestingContract;
export function createVestingContract<Asset extends VestingAsset>(
  parameters: VestingParameters,
  network: Network,
  asset: Asset,
): VestingContract<Asset>;
export function createVestingContract(
  parameters: VestingParameters,
  network: Network,
  asset: VestingAsset = BCH_ASSET,
): VestingContract<VestingAsset> {
  const problem = findVestingProblem(parameters, asset);
  if (problem !== undefined) throw new RangeError(`No vesting contract of these parameters: ${problem}`);
  const script = asset.type === 'BCH' ? instantiateBch(parameters, network) : instantiateToken(parameters, network);
  return {
    parameters,
    asset,
    network,
    script,
    address: script.tokenAddress,
    lockingBytecode: contractLockingBytecode(script.address),
    clock: createClockContract(network),
    companion: createCompanionContract(network),
  };
}

/**
 * Returns the satoshis to fund a stream with: the principal, the state's floor, and the reserve for the fees of its
 * transitions.
 */
export const vestingFundingAmount = (total: bigint): bigint =>
  total + VESTING_STATE_FLOOR + VESTING_RESERVED_TRANSITIONS * VESTING_FEE_BOUND;
