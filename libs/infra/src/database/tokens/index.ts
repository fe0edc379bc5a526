export type { TokenFinding, TokenPublication, TokenRecord, TokenTexts } from './token-record.js';
export type { TokenStanding } from './token-tables.js';
export {
  createTokensRepository,
  type TokenQueueBounds,
  type TokensRepository,
  type TokenSettlement,
} from './tokens.repository.js';
