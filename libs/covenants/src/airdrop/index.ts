export {
  AIRDROP_NONCE_ENTROPY,
  type AirdropAsset,
  airdropClaims,
  airdropClosingMessage,
  type AirdropParameters,
  type AirdropParametersProblem,
  airdropPool,
  createAirdropNonce,
  findAirdropProblem,
  isAirdropNonce,
  isScriptAirdrop,
  MAX_AIRDROP_LANES,
  MAX_CLAIM_LIMIT,
  MAX_PUBLIC_CLAIMS,
  type PublicParameters,
  type WhitelistParameters,
} from './airdrop-parameters.js';
export { decodeAirdropState, emptyAirdropRoot, encodeAirdropState, INITIAL_COUNT_ROOT } from './airdrop-state.js';
export type { AirdropState } from './airdrop-state.js';
export { airdropClosableFrom, airdropCreator, createAirdropContract } from './airdrop-contract.js';
export {
  CLOSING_UNIT_SATOSHIS,
  closingUnitOutput,
  closingUnitUtxo,
  createAirdropCloser,
  findClosingUnit,
  followClosingUnit,
  handsToCloser,
  isClosingUnit,
} from './closing-unit.js';
export type { AirdropCloser, ClosingUnit } from './closing-unit.js';
export type { AirdropContract, AirdropScript } from './airdrop-contract.js';
export { laneUnits } from './airdrop-coin.js';
export { heldByLane } from './transactions/lane-outputs.js';
export type { AirdropCoin } from './airdrop-coin.js';
export { AIRDROP_COMPANION_SATOSHIS, airdropLaneFloor, airdropLaneFundings } from './airdrop-funding.js';
export type { LaneFunding, WhitelistLane } from './airdrop-funding.js';
export { decodeAirdropAnnouncement, encodeAirdropAnnouncement } from './airdrop-announcement.js';
export type { AirdropAnnouncement } from './airdrop-announcement.js';
export { findAirdropDeployment } from './airdrop-deployment.js';
export type { AirdropDeploymentResult } from './airdrop-deployment.js';
export {
  type AirdropClaimed,
  type AirdropTransition,
  isLaneComplete,
  readAirdropTransition,
} from './airdrop-transition.js';
export { countLeaf, countPlace, publicLaneOf } from './airdrop-proof.js';
export type { CountClaimProof, WhitelistClaimProof } from './airdrop-proof.js';
export type { AirdropClaimProblem } from './transactions/claim-plan.js';
export {
  buildAirdropClose,
  buildAirdropCloseByMessage,
  buildAirdropCloseByUnit,
  buildAirdropCompletion,
  type CloseApproval,
  readCloseApproval,
} from './transactions/close-airdrop.js';
export { airdropFundingOutputs, buildAirdropFunding } from './transactions/fund-airdrop.js';
export type { AirdropFunding } from './transactions/fund-airdrop.js';
export {
  buildKeylessWhitelistClaim,
  buildPaidWhitelistClaim,
  buildWhitelistClaim,
} from './transactions/claim-whitelist.js';
export type { WhitelistClaim } from './transactions/claim-whitelist.js';
export { buildPublicClaim } from './transactions/claim-public.js';
export type { PublicClaim } from './transactions/claim-public.js';
export { buildAirdropSweep, isAirdropStray, MAX_AIRDROP_STRAYS } from './transactions/sweep-airdrop.js';
