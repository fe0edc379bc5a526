/** What only wallets need: one part, so that a page loads it at once when somebody acts, and never without a wallet. */
export { createAirdropClaim } from '../airdrops/claim-airdrop.js';
export { createAirdropClose } from '../airdrops/close-airdrop.js';
export { prove } from '../connection/prove.js';
export { createPlanMoves } from '../plans/plan-moves.js';
export { resumePending } from './confirm.js';
export { perform } from './perform.js';
