/** Airdrops: campaigns for a list or for everybody. */
export * from './airdrop/claimed-lock.js';
export { MAX_AIRDROP_LANES } from '@weir/kinds';
export * from './airdrop/airdrop-parameters.js';
export {
  type AirdropState,
  decodeAirdropState,
  emptyAirdropRoot,
  encodeAirdropState,
  INITIAL_COUNT_ROOT,
} from './airdrop/airdrop-state.js';
export * from './airdrop/airdrop-contract.js';
export * from './airdrop/closing-unit.js';
export { type AirdropCoin, laneUnits } from './airdrop/airdrop-coin.js';
export { heldByLane } from './airdrop/lane-outputs.js';
export * from './airdrop/airdrop-funding.js';
export * from './airdrop/airdrop-announcement.js';
export * from './airdrop/airdrop-deployment.js';
export * from './airdrop/airdrop-transition.js';
export {
  type CountClaimProof,
  countLeaf,
  countPlace,
  publicLaneOf,
  type WhitelistClaimProof,
} from './airdrop/airdrop-proof.js';
export type { AirdropClaimProblem } from './airdrop/transactions/claim-plan.js';
export * from './airdrop/transactions/close-airdrop.js';
export * from './airdrop/transactions/fund-airdrop.js';
export * from './airdrop/transactions/claim-whitelist.js';
export * from './airdrop/transactions/claim-public.js';
export * from './airdrop/transactions/sweep-airdrop.js';
