import Type, { type Static } from 'typebox';
import { Address, Success } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';

export const VerifyBody = RequestBody({
  address: Address('The one the message was made for.'),
  signature: Type.String({
    maxLength: 1_024,
    description: 'Bitcoin Signed Message by a compressed key: 65 bytes, recoverable, in base64.',
    examples: ['IBimiACbzHLFhs7X82lc4jZc9+EHbVcBTu8OGiIstjyUWiWQNdh3F3A3AdOOBMMn+965EjY6PVstl56g62Wa7vE='],
  }),
  nonceId: Type.String({ format: 'uuid', description: 'As `/api/auth/nonce` gave it. One attempt uses it up.' }),
});

export const VerifyResponse = Type.Object(
  {
    success: Success(),
    bearer: Type.String({ description: 'For the header `Authorization: Bearer <bearer>`.' }),
    expiresAt: Type.Integer({
      description: 'Until when it is good, Unix seconds: thirty minutes from now.',
      examples: [1_767_227_400],
    }),
  },
  { title: 'VerifyResponse', description: 'The address is proven.' },
);
export type VerifyResponse = Static<typeof VerifyResponse>;

export const verifySignature = route({
  operationId: 'verifySignature',
  tags: ['auth'],
  summary: 'Prove an address',
  description:
    'The second step: the signature of a message from `/api/auth/nonce` for a bearer token. Each message is good for one attempt.',
  body: VerifyBody,
  response: { 200: VerifyResponse },
  errors: ['INVALID_ADDRESS', 'NONCE_INVALID', 'AUTH_SIGNATURE_INVALID'],
});
