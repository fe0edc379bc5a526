import { Type, type TSchema } from 'typebox';

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
export const FaucetBody = closed({
  address: Address,
  satoshis: Type.Optional(Type.String({ ...Amount, default: '100000000' })),
});
export const TokensBody = closed({
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
export const RegistryParams = Type.Object({ hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) });
export const BlocksBody = closed({ count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1 })) });
export const TimeBody = closed({
  seconds: Type.Integer({
    minimum: 1,
    maximum: 315_360_000,
    description: 'By how much time goes on, ten years at most.',
  }),
});
export const ReorganiseBody = closed({ depth: Type.Integer({ minimum: 1, maximum: 20 }) });

/** The state of the local chain. */
export const ChainAnswer = Type.Object({
  success: Type.Literal(true),
  height: Type.Integer(),
  hash: Type.String(),
  time: Seconds,
  medianTimePast: Seconds,
  mempool: Type.Array(Type.String()),
  prefix: Type.String(),
});
/** The output that was paid. */
export const PaidAnswer = Type.Object({
  success: Type.Literal(true),
  txid: Type.String(),
  vout: Type.Integer(),
  satoshis: Type.String(),
  category: Type.Optional(Type.String()),
});
