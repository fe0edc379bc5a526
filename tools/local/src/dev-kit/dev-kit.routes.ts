import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { DevnetError, type DevnetControl } from '@weir/devnet';
import { ApiError } from '@weir/http';
import {
  BlocksBody,
  ChainAnswer,
  FaucetBody,
  PaidAnswer,
  ReorganiseBody,
  TimeBody,
  TokensBody,
} from './dev-kit.schemas.js';

export interface DevKitOptions {
  readonly control: DevnetControl;
}

/** What the devnet refuses is the request's fault: an address of another network, an amount it has not. */
const asked = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DevnetError) throw new ApiError('INVALID_REQUEST', `The devnet refuses: ${error.message}`);
    throw error;
  }
};

/** Coins, tokens, blocks and time of a local chain, for pages and tests that run against it. */
export const devKitRoutes: FastifyPluginCallbackTypebox<DevKitOptions> = (app, { control }, done) => {
  const chain = async () => {
    const { tip, time, mempool, prefix } = await control.info();
    const { height, hash, medianTimePast } = tip;
    return { success: true as const, height, hash, time, medianTimePast, mempool: [...mempool], prefix };
  };

  app.get('/chain', { schema: { response: { 200: ChainAnswer } } }, chain);

  app.post('/faucet', { schema: { body: FaucetBody, response: { 200: PaidAnswer } } }, async ({ body }) => {
    const paid = await asked(control.fund(body.address, BigInt(body.satoshis ?? '100000000')));
    return { success: true as const, ...paid };
  });

  app.post('/tokens', { schema: { body: TokensBody, response: { 200: PaidAnswer } } }, async ({ body }) => {
    const { address, amount, nft } = body;
    if (amount === undefined && nft === undefined)
      throw new ApiError('INVALID_REQUEST', 'Say how many tokens (amount), or which NFT (nft), are to be made', {
        field: 'amount',
      });
    const minted = await asked(
      control.mint(address, {
        ...(amount !== undefined && { amount: BigInt(amount) }),
        ...(nft !== undefined && { nft: { ...nft, commitment: nft.commitment.toLowerCase() } }),
      }),
    );
    return { success: true as const, ...minted };
  });

  app.post('/blocks', { schema: { body: BlocksBody, response: { 200: ChainAnswer } } }, async ({ body }) => {
    await control.mine(body.count ?? 1);
    return chain();
  });

  app.post('/time', { schema: { body: TimeBody, response: { 200: ChainAnswer } } }, async ({ body }) => {
    await asked(control.passTime(body.seconds));
    return chain();
  });

  app.post('/reorganise', { schema: { body: ReorganiseBody, response: { 200: ChainAnswer } } }, async ({ body }) => {
    await asked(control.reorganise(body.depth));
    return chain();
  });
  done();
};
