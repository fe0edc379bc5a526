import { binToHex, cashAddressToLockingBytecode, hexToBin } from '@bitauth/libauth';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { DevnetError, issueToken, type DevnetControl } from '@weir/devnet';
import { ApiError } from '@weir/http';
import {
  BlocksBody,
  ChainAnswer,
  FaucetBody,
  PaidAnswer,
  RegistryParams,
  ReorganiseBody,
  TimeBody,
  TokensBody,
} from './dev-kit.schemas.js';
import type { RegistryStore } from './registry-store.js';

export interface DevKitOptions {
  readonly control: DevnetControl;
  /** Registries of the tokens created here. */
  readonly registries: RegistryStore;
  /** Returns the origin of this server. */
  readonly origin: () => string;
}

/** Maps a refusal by the devnet to a 400: an address of another network, an amount it does not have. */
const asked = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DevnetError) throw new ApiError('INVALID_REQUEST', `The devnet refuses: ${error.message}`);
    throw error;
  }
};

/**
 * Converts the recipient of tokens (an address of this chain, or a locking bytecode in hex) to a locking bytecode, hex.
 * @throws ApiError
 */
const lockingBytecodeOf = (to: string, prefix: string): string => {
  if (/^([0-9a-f]{2})+$/iu.test(to)) return binToHex(hexToBin(to));
  const read = cashAddressToLockingBytecode(to.includes(':') ? to : `${prefix}:${to}`);
  if (typeof read === 'string' || read.prefix !== prefix)
    throw new ApiError('INVALID_REQUEST', `This is no address of the chain, which begin with ${prefix}:`, {
      field: 'address',
    });
  return binToHex(read.bytecode);
};

/** Registers the dev kit's routes: coins, tokens, blocks and time of a local chain, for pages and tests. */
export const devKitRoutes: FastifyPluginCallbackTypebox<DevKitOptions> = (
  app,
  { control, registries, origin },
  done,
) => {
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
    const { name = 'Local token', symbol = 'LOCAL', decimals = 0, description, icon } = body;
    const { prefix } = await control.info();
    const registry = async (category: string) => {
      const hash = await registries.add(category, { name, symbol, decimals, description, icon });
      return { hash, uris: [`${origin()}/dev/registries/${hash}`] };
    };
    const { category, txid, vout, tokenSatoshis } = await asked(
      issueToken(control, {
        to: lockingBytecodeOf(address, prefix),
        amount: amount === undefined ? undefined : BigInt(amount),
        nft,
        registry,
      }),
    );
    return { success: true as const, category, txid, vout, satoshis: tokenSatoshis.toString() };
  });

  app.get('/registries/:hash', { schema: { params: RegistryParams } }, async ({ params }, reply) => {
    const text = await registries.find(params.hash);
    if (text === undefined)
      throw new ApiError('NOT_FOUND', 'No token that was made here has a registry with this hash');
    return reply.type('application/json; charset=utf-8').send(text);
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
