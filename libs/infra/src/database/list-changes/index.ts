export { clearListChanges, readHorizon } from './clear-list-changes.js';
export { createListChanges, type ListChanges } from './list-changes.js';
export {
  AIRDROP_TOPIC,
  creatorTopic,
  partyTopic,
  productTopic,
  PROPOSAL_TOPIC,
  TOKEN_TOPIC,
  type ListTopic,
} from './list-topics.js';
