import { BEARER_SCHEME, CALLER_HEADER, CALLER_SCHEME } from '@weir/api-contract';
import { versionOf, type SwaggerOptions } from '@weir/http';

/** What the API's OpenAPI document says of the whole. */
export const DESCRIPTION: SwaggerOptions = {
  title: 'Weir',
  version: versionOf(new URL('../package.json', import.meta.url)),
  description:
    'Token vesting on Bitcoin Cash, enforced by covenants. The service builds transactions, wallets sign them; it holds no keys. Amounts are decimal BCH, with the exact satoshis beside them; times are Unix seconds.',
  tags: [
    { name: 'auth', description: 'Proving who calls: ask for a message, sign it with the wallet, get a bearer token.' },
    {
      name: 'streams',
      description: 'Vesting streams. Build an action, sign it with a wallet, confirm it by its hash.',
    },
    { name: 'airdrops', description: 'Campaigns of claims, for a list or for everybody.' },
    { name: 'transactions', description: 'Relaying what wallets signed.' },
    { name: 'process', description: 'For operators.' },
  ],
  securitySchemes: {
    [CALLER_SCHEME]: {
      type: 'apiKey',
      in: 'header',
      name: CALLER_HEADER,
      description: "The caller's cash address, where the server believes it (AUTH_MODE=header).",
    },
    [BEARER_SCHEME]: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A proven caller, by /api/auth/nonce and /api/auth/verify (AUTH_MODE=signed).',
    },
  },
};
