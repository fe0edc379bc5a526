import Type, { type Static } from 'typebox';
import { MAX_ADDRESSES } from '@weir/kinds';
import { Address, Answer, Integer, Text, Uuid } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';

/** Most further addresses of one wallet, beside the first. */
const MAX_FURTHER = MAX_ADDRESSES - 1;

export const NonceBody = RequestBody({
  address: Address('Who wants to prove to hold its key.'),
  addresses: Type.Optional(
    Type.Array(Address('One of them.'), {
      maxItems: MAX_FURTHER,
      description: `Further addresses of the same wallet, up to ${MAX_FURTHER}: the signed transaction proves all at once.`,
    }),
  ),
});

export const NonceResponse = Answer('NonceResponse', 'What the wallet signs: the message, or the transaction.', {
  nonceId: Uuid('Names both in the next call.'),
  message: Text(
    'To be signed unchanged, by the key of `address`. Names domain, address, network, nonce and expiry; under 253 bytes.',
    {
      examples: [
        'Sign in to app.example. Moves no coins.\nAddress: bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07\nNetwork: chipnet\nNonce: 5f0e1d2c3b4a59687786954433221100\nExpires: 2026-01-01T00:05:00Z',
      ],
    },
  ),
  wcTransaction: WcTransaction,
  expiresAt: Integer('Until when they can be used, Unix seconds: five minutes from now.', {
    examples: [1_767_225_900],
  }),
});
export type NonceResponse = Static<typeof NonceResponse>;

export const createNonce = route('auth', {
  operationId: 'createNonce',
  summary: 'Ask for a message or a transaction to sign',
  description:
    'The first of two steps to prove who calls. Have the wallet sign `message` (`bch_signMessage`), or `wcTransaction` (`bch_signTransaction`) where it cannot sign messages or has several addresses; then send either to `/api/auth/verify`. The transaction can never be sent: it spends outputs of a transaction that does not exist (its hash is the SHA-256 of the text), one for each address, moves nothing, and carries the text in its only output.',
  body: NonceBody,
  response: { 200: NonceResponse },
  errors: ['INVALID_ADDRESS'],
});

export const VerifyBody = RequestBody(
  {
    address: Address('The `address` that `/api/auth/nonce` was asked with.'),
    signature: Type.Optional(
      Type.String({
        maxLength: 1_024,
        description:
          'Bitcoin Signed Message by a compressed key: 65 bytes, recoverable, in base64. Proves `address`. Either this or `transaction`.',
        examples: ['IBimiACbzHLFhs7X82lc4jZc9+EHbVcBTu8OGiIstjyUWiWQNdh3F3A3AdOOBMMn+965EjY6PVstl56g62Wa7vE='],
      }),
    ),
    transaction: Type.Optional(
      Type.String({
        maxLength: 65_536,
        description:
          '`wcTransaction` signed, as hex: each input by the key of its address, with ALL|UTXOS|FORKID. Proves all addresses that the nonce was made for.',
      }),
    ),
    nonceId: Uuid('As `/api/auth/nonce` gave it. One attempt uses it up.'),
  },
  {
    examples: [
      {
        address: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07',
        signature: 'IBimiACbzHLFhs7X82lc4jZc9+EHbVcBTu8OGiIstjyUWiWQNdh3F3A3AdOOBMMn+965EjY6PVstl56g62Wa7vE=',
        nonceId: '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2',
      },
    ],
  },
);

export const VerifyResponse = Answer('VerifyResponse', 'The addresses are proven.', {
  bearer: Text('For the header `Authorization: Bearer <bearer>`.'),
  addresses: Type.Array(Type.String(), { description: 'What is proven; `address` first.' }),
  expiresAt: Integer('Until when it is good, Unix seconds: thirty minutes from now.', { examples: [1_767_227_400] }),
});
export type VerifyResponse = Static<typeof VerifyResponse>;

export const verifySignature = route('auth', {
  operationId: 'verifySignature',
  summary: 'Prove one or several addresses',
  description:
    'The second step: a signed message or transaction from `/api/auth/nonce` for a bearer token. Each nonce is good for one attempt.',
  body: VerifyBody,
  response: { 200: VerifyResponse },
  errors: ['INVALID_ADDRESS', 'NONCE_INVALID', 'AUTH_SIGNATURE_INVALID'],
});
