import swagger from '@fastify/swagger';
import fp from 'fastify-plugin';
import { BEARER_SCHEME, CALLER_HEADER, CALLER_SCHEME } from '@weir/api-contract';
import { hoistTitledSchemas } from '@weir/http';
import { VERSION } from '../../version.js';

const TAGS = [
  { name: 'auth', description: 'Proving who calls: ask for a message, sign it with the wallet, get a bearer token.' },
  { name: 'streams', description: 'Vesting streams. Build an action, sign it with a wallet, confirm it by its hash.' },
  { name: 'airdrops', description: 'Campaigns of claims, for a list or for everybody.' },
  { name: 'transactions', description: 'Relaying what wallets signed.' },
  { name: 'process', description: 'For operators.' },
];

/** Turns the routes' schemas into an OpenAPI 3.1 document. Registered before the routes. */
export default fp(async (app) => {
  await app.register(swagger, {
    convertConstToEnum: false,
    transformObject: (document) =>
      hoistTitledSchemas('openapiObject' in document ? document.openapiObject : document.swaggerObject),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Weir',
        version: VERSION,
        description:
          'Token vesting on Bitcoin Cash, enforced by covenants. The service builds transactions, wallets sign them; it holds no keys. Amounts are decimal BCH, with the exact satoshis beside them; times are Unix seconds.',
        license: { name: 'MIT' },
      },
      tags: TAGS,
      components: {
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
      },
    },
  });
});
