export { BCH_DECIMALS, decimalText } from './decimal-text.js';
export { getToken, type GetTokenResponse } from './get-token.schema.js';
export { nameTokens, type TokenLookup, type TokenNamer } from './name-tokens.js';
export { Token } from './token.schema.js';
