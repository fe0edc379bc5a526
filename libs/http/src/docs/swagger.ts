import swagger from '@fastify/swagger';
import fp from 'fastify-plugin';
import { completeOperations } from './complete-operations.js';
import { hoistTitledSchemas } from './hoist-titled-schemas.js';

/** General information of an app's OpenAPI document. */
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

/** Generates an OpenAPI 3.1 document from the routes' schemas. Register it before the routes. */
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
      // Relative, so that it is the server the document was read from.
      servers: [{ url: '/' }],
      tags: [...tags],
      ...(securitySchemes !== undefined && { components: { securitySchemes: { ...securitySchemes } } }),
    },
  });
});
