import type { TransactionCommon } from '@bitauth/libauth';
import type { Network } from '../../chain/network.js';
import { announcesPlan, decodePlanAnnouncement } from '../plan-announcement.js';
import { type PlanCoin, readState, readStream } from '../plan-coin.js';
import { createPlanContracts, type PlanContract } from '../plan-contract.js';
import type { PlanTerms } from '../plan-terms.js';
import {
  findFunding,
  isCompanionSound,
  type Found,
  type FoundIn,
  type FundingFault,
  type FundingFormat,
  type FundingResult,
} from './find-funding.js';
import { findStreamProblem, type StreamProblem } from './stream-rules.js';

/** One problem of a plan's funding, and the output that has it. */
export type PlanFundingFault = FundingFault<StreamProblem>;

/** One stream of a plan as its funding made it. */
export type FoundStream = FoundIn<PlanContract, PlanCoin>;

/** A plan, rebuilt from the bytes of its funding. */
export type FoundPlan = Found<PlanTerms, PlanContract, PlanCoin>;

/** The plan that a transaction funds, or everything that is wrong with it. */
export type PlanFundingResult = FundingResult<FoundPlan, StreamProblem>;

const FORMAT: FundingFormat<PlanTerms, PlanContract, PlanCoin, StreamProblem> = {
  announces: announcesPlan,
  decode: decodePlanAnnouncement,
  contracts: createPlanContracts,
  reader: (terms, outputs) => (contract, vout) => {
    const holding = readStream(contract, outputs, vout);
    if (holding === undefined) return readState(contract, outputs[vout]) === undefined ? 'NO_STATE' : 'NO_COMPANION';
    if (!isCompanionSound(holding.companion)) return 'NO_COMPANION';
    return findStreamProblem(terms, contract.group, holding) ?? holding;
  },
};

/**
 * Finds the plan that a transaction funds (see `findFunding`).
 *
 * @param network determines addresses and the shortest notice
 * @param txid display-order hex
 */
export const findPlanFunding = (network: Network, txid: string, transaction: TransactionCommon): PlanFundingResult =>
  findFunding({ network, txid, transaction }, FORMAT);
