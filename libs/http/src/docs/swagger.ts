import swagger from '@fastify/swagger';
import fp from 'fastify-plugin';
import { completeOperations } from './complete-operations.js';
import { hoistTitledSchemas } from './hoist-titled-schemas.js';

/** What an app says of itself in its OpenAPI document. */
export interface SwaggerOptions {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
}

type SecurityScheme = (
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string }
  | { readonly type: 'http'; readonly scheme: 'bearer'; readonly bearerFormat: string }
) & { readonly description: string };

/** Turns the routes' schemas into an OpenAPI 3.1 document. Registered before the routes. */
export const swaggerPlugin = fp<SwaggerOptions>(async (app, { title, version, description, tags, securitySchemes }) => {
  await app.register(swagger, {
    convertConstToEnum: false,
    transformObject: (document) =>
      hoistTitledSchemas(
        completeOperations('openapiObject' in document ? document.openapiObject : document.swaggerObject),
      ),
    openapi: {
      openapi: '3.1.0',
      info: { title, version, description, license: { name: 'MIT', identifier: 'MIT' } },
      // Wherever the document itself was read from.
      servers: [{ url: '/' }],
      tags: [...tags],
      ...(securitySchemes !== undefined && { components: { securitySchemes: { ...securitySchemes } } }),
    },
  });
});
