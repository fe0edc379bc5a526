import { getToken } from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { TokensService } from '@weir/services';
import { OPEN } from '../plugins/access/route-access.js';
import { originOf } from '../shared/origin.js';

/** Registers the routes of token metadata. */
export const tokensRoutes: Routes<{ readonly tokens: TokensService }> = (app, { tokens }, done) => {
  app.get('/:category', { schema: getToken, config: { access: OPEN } }, async (request) =>
    tokens.get(request.params.category.toLowerCase(), originOf(request).network),
  );
  done();
};
