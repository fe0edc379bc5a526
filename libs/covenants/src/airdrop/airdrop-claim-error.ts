/** Why a claim cannot be built on a lane as it stands. */
export type AirdropClaimProblem =
  /** The proof does not lead to the lane's root: another claim came first, or the row is paid. Prove anew. */
  'PROOF_OUTDATED' | 'NOT_STARTED' | 'LIMIT_REACHED' | 'LANE_EXHAUSTED' | 'WRONG_LANE';

/** A claim that the covenant would refuse. */
export class AirdropClaimError extends Error {
  override readonly name = 'AirdropClaimError';

  constructor(readonly problem: AirdropClaimProblem) {
    super(`The lane does not pay this claim: ${problem}`);
  }
}
