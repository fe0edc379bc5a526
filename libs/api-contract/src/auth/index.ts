export { createNonce, type NonceResponse } from './nonce.schema.js';
export { verifySignature, type VerifyResponse } from './verify.schema.js';
