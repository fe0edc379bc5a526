import { Contract } from 'cashscript';
import { vestingBchArtifact, vestingTokenArtifact } from '@weir/contracts';
import type { Network } from '../chain/network.js';
import { BCH_ASSET, type BchAsset, type TokenAsset, type VestingAsset } from '../contract/asset.js';
import { contractLockingBytecode, createClockContract, type ClockContract } from '../contract/clock.js';
import { createCompanionContract, type CompanionContract } from '../contract/companion.js';
import { offlineProvider } from '../contract/offline-provider.js';
import { findVestingProblem, type VestingParameters } from './vesting-parameters.js';

/** Satoshis of fee a transition may take from the contract; mirrors the covenant. */
export const VESTING_FEE_BOUND = 1_350n;
/** Satoshis the state output keeps beside the principal; mirrors the covenant. */
export const VESTING_STATE_FLOOR = 1_400n;
/** A push of at least this much may take its fee from the sender's share while a notice runs; mirrors the covenant. */
export const VESTING_SHARE_PAID_PUSH = 43_200n;
/** While a notice runs, an unsigned push pays at least the total divided by this, or all that is left; mirrors the covenant. */
export const VESTING_PUSH_DIVISOR = 4_096n;
/** Transitions the reserve of a new stream pays for. */
export const VESTING_RESERVED_TRANSITIONS = 16n;

/** Smallest payment a transition may make on the reserve's account: max(1,000 satoshis, total / 256). */
export const vestingMinimumPaid = (total: bigint): bigint => (total / 256n > 1_000n ? total / 256n : 1_000n);

/**
 * Smallest push nobody signs while a notice runs, satoshis, unless it pays all that is left. Without it, endless small
 * pushes could take the state away under every watcher's push until the refund.
 */
export const vestingMinimumPush = (total: bigint): bigint => total / VESTING_PUSH_DIVISOR;

/** A continuous schedule is one of steps of a second: times are whole seconds. */
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

/** A vesting stream's contract: its parameters, what it pays, and where it lives. */
export interface VestingContract<Asset extends VestingAsset = BchAsset> {
  readonly parameters: VestingParameters;
  readonly asset: Asset;
  readonly network: Network;
  /** P2SH32, token-aware: the state output carries an NFT. */
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  readonly script: VestingScript;
  /** The universal clock script, which its cancel starts. */
  readonly clock: ClockContract;
  /** The universal script that holds the tokens of a stream of tokens. */
  readonly companion: CompanionContract;
}

/** The contract of a stream of tokens: its principal stands beside the state, locked by the companion script. */
export type TokenVestingContract = VestingContract<TokenAsset>;

/** A contract of either kind. */
export type AnyVestingContract = VestingContract | TokenVestingContract;

/** Tells the two kinds apart, for callers that hold {@link AnyVestingContract}. */
export const isTokenVesting = (contract: AnyVestingContract): contract is TokenVestingContract =>
  contract.asset.type === 'FUNGIBLE_TOKEN';

/**
 * The contract of a set of parameters; in BCH where no asset is given.
 *
 * @throws RangeError when the parameters break a rule (see `findVestingProblem`): such a contract must not be funded.
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

/** Satoshis to fund a stream with: the principal, the state's floor, and the reserve for its transitions' fees. */
export const vestingFundingAmount = (total: bigint): bigint =>
  total + VESTING_STATE_FLOOR + VESTING_RESERVED_TRANSITIONS * VESTING_FEE_BOUND;
