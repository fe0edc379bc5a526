import { Contract } from 'cashscript';
import { recurringBchArtifact, recurringTokenArtifact } from '@weir/contracts';
import type { Network } from '../chain/network.js';
import { BCH_ASSET, type VestingAsset } from '../contract/asset.js';
import { contractLockingBytecode, createClockContract, type ClockContract } from '../contract/clock.js';
import { createCompanionContract, type CompanionContract } from '../contract/companion.js';
import { offlineProvider } from '../contract/offline-provider.js';
import { findRecurringProblem, type RecurringParameters } from './recurring-parameters.js';
import { recurringRules, type RecurringRules } from './recurring-rules.js';

const argumentsOf = ({ sender, recipient, plan, noticeBlocks, cancelable, pausable, nonce }: RecurringParameters) => {
  const { amountPerPeriod, lastAmount, periods, interval, firstDue } = plan;
  return [
    sender,
    recipient,
    amountPerPeriod,
    lastAmount,
    periods,
    interval,
    firstDue,
    BigInt(noticeBlocks),
    cancelable,
    pausable,
    nonce,
  ] as const;
};

const instantiateBch = (parameters: RecurringParameters, network: Network) =>
  new Contract(recurringBchArtifact, [...argumentsOf(parameters)], { provider: offlineProvider(network) });

const instantiateToken = (parameters: RecurringParameters, network: Network) =>
  new Contract(recurringTokenArtifact, [...argumentsOf(parameters)], { provider: offlineProvider(network) });

/** The paths of the covenant, the same for every asset. */
export type RecurringScript = Pick<ReturnType<typeof instantiateBch>, 'unlock'>;

/** A recurring payment's contract: parameters, asset, address and paths. The same type for both assets. */
export interface RecurringContract {
  readonly parameters: RecurringParameters;
  readonly asset: VestingAsset;
  readonly rules: RecurringRules;
  readonly network: Network;
  /** P2SH32, token-aware: the state output carries an NFT. */
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  readonly script: RecurringScript;
  /** The universal clock script, which holds the unit from a pause or cancel on. */
  readonly clock: ClockContract;
  /** The universal script that holds the tokens of a payment in tokens. */
  readonly companion: CompanionContract;
}

/**
 * Creates the contract of a set of parameters; in BCH unless an asset is given.
 *
 * @throws RangeError when the parameters break a rule (see `findRecurringProblem`): such a contract must not be
 *   funded
 */
export const createRecurringContract = (
  parameters: RecurringParameters,
  network: Network,
  asset: VestingAsset = BCH_ASSET,
): RecurringContract => {
  const problem = findRecurringProblem(parameters, asset);
  if (problem !== undefined) throw new RangeError(`No recurring contract of these parameters: ${problem}`);
  const script = asset.type === 'BCH' ? instantiateBch(parameters, network) : instantiateToken(parameters, network);
  return {
    parameters,
    asset,
    rules: recurringRules(asset),
    network,
    script,
    address: script.tokenAddress,
    lockingBytecode: contractLockingBytecode(script.address),
    clock: createClockContract(network),
    companion: createCompanionContract(network),
  };
};
