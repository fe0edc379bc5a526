import { covenantError, type CovenantError } from '../errors/covenant-error.js';

/** Why a claim cannot be built on a lane as it stands. */
export type AirdropClaimProblem = 'PROOF_OUTDATED' | 'NOT_STARTED' | 'LIMIT_REACHED' | 'LANE_EXHAUSTED' | 'WRONG_LANE';

/** Makes the error of a claim that the covenant would refuse. */
export const claimError = (problem: AirdropClaimProblem): CovenantError =>
  covenantError(problem, `The lane does not pay this claim: ${problem}`);
