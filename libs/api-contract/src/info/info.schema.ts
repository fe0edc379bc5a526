import Type, { type Static } from 'typebox';
import { Success } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { route } from '../shared/route.js';

const Bytes = (description: string) => Type.Integer({ description: `${description}, bytes.` });

export const InfoResponse = Type.Object(
  {
    success: Success(),
    name: Type.Literal('weir'),
    version: Type.String({ description: 'Of the service.', examples: ['0.1.0'] }),
    network: Type.String({ description: 'The chain it serves.', examples: ['mainnet'] }),
    addressPrefix: Type.String({ description: "Of that chain's addresses.", examples: ['bitcoincash'] }),
    auth: Type.Object({
      mode: Type.Enum(['header', 'signed'], {
        description: '`header`: a caller is named by x-user-address. `signed`: a caller is proven by a bearer.',
      }),
      domain: Type.String({ description: 'That wallets sign in to.' }),
      bearerSeconds: Type.Integer({ description: 'For how long a bearer is good.' }),
    }),
    limits: Type.Object({
      bodyBytes: Bytes('Largest body of a route that says nothing else'),
      requestsPerWindow: Nullable(Type.Integer({ description: 'Of one client network; null for no bound.' })),
      windowSeconds: Type.Number({ description: 'Of `requestsPerWindow`.' }),
      pageRows: Type.Integer({ description: 'Most rows of a page.' }),
      airdropRecipients: Type.Integer({ description: 'Most rows of a list of recipients.' }),
      minNoticeBlocks: Type.Integer({ description: 'Shortest notice of a cancel or pause.' }),
    }),
    features: Type.Object({
      indexer: Type.Boolean({ description: 'Whether /api/indexer is served.' }),
      watcher: Type.Boolean({
        description: 'Whether this process pushes, refunds and settles by itself when it is due.',
      }),
    }),
    chain: Nullable(
      Type.Object({
        height: Type.Integer(),
        hash: Type.String({ description: 'Of the newest block.' }),
        time: Type.Integer({ description: 'Of the newest block, as its miner says, Unix seconds.' }),
        medianTimePast: Type.Integer({ description: 'What contracts go by, Unix seconds.' }),
        asOf: Type.Integer({ description: 'At which due amounts are computed now, Unix seconds.' }),
      }),
    ),
  },
  {
    title: 'InfoResponse',
    description: 'What a client has to know before its first call. `chain` is null while no Electrum server answers.',
  },
);
export type InfoResponse = Static<typeof InfoResponse>;

export const getInfo = route('process', {
  operationId: 'getInfo',
  summary: 'What this service is',
  description: 'Network, sign-in, version, limits, features, and the state of the chain.',
  response: { 200: InfoResponse },
});
