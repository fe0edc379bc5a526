import Type, { type Static } from 'typebox';
import { Address, Answer, Integer, Text, Uuid } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';

export const NonceBody = RequestBody({ address: Address('Who wants to prove to hold its key.') });

export const NonceResponse = Answer('NonceResponse', 'A message for the wallet to sign.', {
  nonceId: Uuid('Names the message in the next call.'),
  message: Text('To be signed unchanged. Names domain, address, network, nonce and expiry; under 253 bytes.', {
    examples: [
      'Sign in to app.example. Moves no coins.\nAddress: bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07\nNetwork: chipnet\nNonce: 5f0e1d2c3b4a59687786954433221100\nExpires: 2026-01-01T00:05:00Z',
    ],
  }),
  expiresAt: Integer('Until when it can be used, Unix seconds: five minutes from now.', { examples: [1_767_225_900] }),
});
export type NonceResponse = Static<typeof NonceResponse>;

export const createNonce = route('auth', {
  operationId: 'createNonce',
  summary: 'Ask for a message to sign',
  description:
    'The first of two steps to prove who calls. Have the wallet sign `message` (`bch_signMessage`), then send the signature to `/api/auth/verify`.',
  body: NonceBody,
  response: { 200: NonceResponse },
  errors: ['INVALID_ADDRESS'],
});

export const VerifyBody = RequestBody({
  address: Address('The one the message was made for.'),
  signature: Type.String({
    maxLength: 1_024,
    description: 'Bitcoin Signed Message by a compressed key: 65 bytes, recoverable, in base64.',
    examples: ['IBimiACbzHLFhs7X82lc4jZc9+EHbVcBTu8OGiIstjyUWiWQNdh3F3A3AdOOBMMn+965EjY6PVstl56g62Wa7vE='],
  }),
  nonceId: Uuid('As `/api/auth/nonce` gave it. One attempt uses it up.'),
});

export const VerifyResponse = Answer('VerifyResponse', 'The address is proven.', {
  bearer: Text('For the header `Authorization: Bearer <bearer>`.'),
  expiresAt: Integer('Until when it is good, Unix seconds: thirty minutes from now.', { examples: [1_767_227_400] }),
});
export type VerifyResponse = Static<typeof VerifyResponse>;

export const verifySignature = route('auth', {
  operationId: 'verifySignature',
  summary: 'Prove an address',
  description:
    'The second step: the signature of a message from `/api/auth/nonce` for a bearer token. Each message is good for one attempt.',
  body: VerifyBody,
  response: { 200: VerifyResponse },
  errors: ['INVALID_ADDRESS', 'NONCE_INVALID', 'AUTH_SIGNATURE_INVALID'],
});
