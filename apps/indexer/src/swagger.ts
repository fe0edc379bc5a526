import swagger from '@fastify/swagger';
import fp from 'fastify-plugin';
import { hoistTitledSchemas } from '@weir/http';
import { VERSION } from './version.js';

const TAGS = [
  { name: 'indexer', description: 'Contracts as the chain shows them.' },
  { name: 'process', description: 'For operators.' },
];

/** Turns the routes' schemas into an OpenAPI 3.1 document. Registered before the routes. */
export const swaggerPlugin = fp(async (app) => {
  await app.register(swagger, {
    convertConstToEnum: false,
    transformObject: (document) =>
      hoistTitledSchemas('openapiObject' in document ? document.openapiObject : document.swaggerObject),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Weir indexer',
        version: VERSION,
        description:
          'Mined chain state, found by announcements on the chain alone. Amounts are decimal BCH or base units of a token, with the exact text beside them; times are Unix seconds.',
        license: { name: 'MIT' },
      },
      tags: TAGS,
    },
  });
});
