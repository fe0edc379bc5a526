import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { getToken, type GetTokenResponse } from '@weir/api-contract';
import type { TokensService, TokenView } from '@weir/services';
import { OPEN } from '../plugins/access/route-access.js';
import { originOf } from '../shared/origin.js';

const presentToken = (view: TokenView): GetTokenResponse => ({
  success: true,
  category: view.category,
  status: view.standing,
  pending: view.isAwaited,
  token: view.token,
  authhead: view.authhead,
  authchainLength: view.authchainLength,
  publication: view.publication && { ...view.publication, uris: [...view.publication.uris] },
  checkedAt: view.checkedAt,
  freshUntil: view.freshUntil,
});

/** Registers the routes of token metadata. */
export const tokensRoutes: FastifyPluginCallbackTypebox<{ readonly tokens: TokensService }> = (
  app,
  { tokens },
  done,
) => {
  app.get('/:category', { schema: getToken, config: { access: OPEN } }, async (request) =>
    presentToken(await tokens.get(request.params.category.toLowerCase(), originOf(request).network)),
  );
  done();
};
