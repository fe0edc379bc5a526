import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { binToHex, cashAddressToLockingBytecode, hexToBin, type MetadataRegistry } from '@bitauth/libauth';
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { type TSchema, Type } from 'typebox';
import { type DevnetControl, DevnetError, issueToken } from '@weir/devnet';
import { ApiError } from '@weir/http';

const closed = <const Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const Address = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Of this chain, or a locking bytecode in hex.',
});
/** Amounts are text: tokens reach 2^63 - 1. */
const Amount = Type.String({ pattern: '^[1-9][0-9]{0,18}$' });
const Seconds = Type.Integer({ description: 'Unix seconds.' });

/** Bodies of the dev kit's routes. */
const FaucetBody = closed({
  address: Address,
  satoshis: Type.Optional(Type.String({ ...Amount, default: '100000000' })),
});
const TokensBody = closed({
  address: Address,
  amount: Type.Optional(Amount),
  nft: Type.Optional(
    closed({
      capability: Type.Union([Type.Literal('none'), Type.Literal('mutable'), Type.Literal('minting')]),
      commitment: Type.String({ pattern: '^([0-9a-fA-F]{2}){0,128}$' }),
    }),
  ),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 80, default: 'Local token' })),
  symbol: Type.Optional(Type.String({ pattern: '^[-A-Z0-9]{1,26}$', default: 'LOCAL' })),
  decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 18, default: 0 })),
  description: Type.Optional(Type.String({ minLength: 1, maxLength: 280 })),
  icon: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
});
const RegistryParams = Type.Object({ hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) });
const BlocksBody = closed({ count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1 })) });
const TimeBody = closed({
  seconds: Type.Integer({
    minimum: 1,
    maximum: 315_360_000,
    description: 'By how much time goes on, ten years at most.',
  }),
});
const ReorganiseBody = closed({ depth: Type.Integer({ minimum: 1, maximum: 20 }) });

const ChainAnswer = Type.Object({
  success: Type.Literal(true),
  height: Type.Integer(),
  hash: Type.String(),
  time: Seconds,
  medianTimePast: Seconds,
  mempool: Type.Array(Type.String()),
  prefix: Type.String(),
});
const PaidAnswer = Type.Object({
  success: Type.Literal(true),
  txid: Type.String(),
  vout: Type.Integer(),
  satoshis: Type.String(),
  category: Type.Optional(Type.String()),
});

interface TokenWords {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly description?: string | undefined;
  readonly icon?: string | undefined;
}

/** Stores the metadata registries of tokens created here, by hash. */
interface RegistryStore {
  /** Creates and stores the registry of a token. @returns its SHA-256, hex */
  add(category: string, words: TokenWords): Promise<string>;
  /** Returns the text of a registry; undefined where there is none with this hash. */
  find(hash: string): Promise<string | undefined>;
}

/** Date from which the metadata is valid: always. */
const SINCE = '2024-01-01T00:00:00.000Z';

const registryOf = (category: string, { name, symbol, decimals, description, icon }: TokenWords): MetadataRegistry => ({
  $schema: 'https://cashtokens.org/bcmr-v2.schema.json',
  version: { major: 1, minor: 0, patch: 0 },
  latestRevision: SINCE,
  registryIdentity: { name: 'Weir dev kit' },
  identities: {
    [category]: {
      [SINCE]: {
        name,
        ...(description !== undefined && { description }),
        token: { category, symbol, decimals },
        ...(icon !== undefined && { uris: { icon } }),
      },
    },
  },
});

/** Creates a store. @param directory where registries are kept across restarts; without it they live in memory */
export const createRegistryStore = (directory?: string): RegistryStore => {
  const kept = new Map<string, string>();
  const pathOf = (hash: string): string | undefined => directory && join(directory, `${hash}.json`);
  return {
    async add(category, words) {
      const text = JSON.stringify(registryOf(category, words), undefined, 2);
      const hash = createHash('sha256').update(text).digest('hex');
      const path = pathOf(hash);
      if (directory !== undefined) await mkdir(directory, { recursive: true });
      if (path === undefined) kept.set(hash, text);
      else await writeFile(path, text);
      return hash;
    },
    async find(hash) {
      const path = pathOf(hash);
      return path === undefined ? kept.get(hash) : readFile(path, 'utf8').catch(() => undefined);
    },
  };
};

interface DevKitOptions {
  readonly control: DevnetControl;
  readonly registries: RegistryStore;
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
    throw new ApiError('INVALID_REQUEST', `This is not an address of the chain. Its addresses begin with ${prefix}:`, {
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
