/** What only wallets need: one part, so that a page loads it at once when somebody acts, and never without a wallet. */
export { createAddressMoves } from './address-moves.js';
export { createAirdropClaim } from './claim-airdrop.js';
export { createAirdropClose } from './close-airdrop.js';
export {
  createCurrencyPayment,
  fundCurrencyPayment,
  moveCurrencyPayment,
  previewCurrencyPayment,
  takeFromCurrencyTill,
  moveCurrencyPayments,
  topUpCurrencyPayment,
} from './currency-moves.js';
export { createListUpload } from './generate-list.js';
export { createAddressReplacement } from './replace-addresses.js';
export { prove } from '../connection/prove.js';
export { payFromPurse, sendPurseHome } from './purse-moves.js';
export { stepRecovery } from './recovery-moves.js';
export { createPlanMoves } from './plan-moves.js';
export { claimRecord, fundRecord, moveAsSender } from './record-moves.js';
export { resumePending } from '../steps/confirm.js';
export { perform } from '../steps/perform.js';
export { explicitTerms } from './explicit-terms.js';
export { approveProposal, depositToVault, executeProposal } from './vault-moves.js';
export { createVault, fundingKindOf, propose, proposeRecovery } from './vault-requests.js';
export { createWebhookHandle, createWebhookRequests } from './webhook-requests.js';
