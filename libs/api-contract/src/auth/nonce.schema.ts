import Type, { type Static } from 'typebox';
import { Address, Success } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';

export const NonceBody = RequestBody({ address: Address('Who wants to prove to hold its key.') });

export const NonceResponse = Type.Object(
  {
    success: Success(),
    nonceId: Type.String({ format: 'uuid', description: 'Names the message in the next call.' }),
    message: Type.String({
      description: 'To be signed as it stands. Names domain, address, network, nonce and expiry; under 253 bytes.',
      examples: [
        'Sign in to app.example. Moves no coins.\nAddress: bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07\nNetwork: chipnet\nNonce: 5f0e1d2c3b4a59687786954433221100\nExpires: 2026-01-01T00:05:00Z',
      ],
    }),
    expiresAt: Type.Integer({
      description: 'Until when it can be used, Unix seconds: five minutes from now.',
      examples: [1_767_225_900],
    }),
  },
  { title: 'NonceResponse', description: 'A message for the wallet to sign.' },
);
export type NonceResponse = Static<typeof NonceResponse>;

export const createNonce = route({
  operationId: 'createNonce',
  tags: ['auth'],
  summary: 'Ask for a message to sign',
  description:
    'The first of two steps to prove who calls. Have the wallet sign `message` (`bch_signMessage`), then send the signature to `/api/auth/verify`.',
  body: NonceBody,
  response: { 200: NonceResponse },
  errors: ['INVALID_ADDRESS'],
});
