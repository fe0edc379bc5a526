import Type, { type Static } from 'typebox';
import { NOTIFICATION_CHANNELS } from '@weir/kinds';
import { Answer, Flag, Integer, IntegerOrNull, Text } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { route } from '../shared/route.js';

const Bytes = (description: string) => Integer(`${description}, bytes.`);

export const InfoResponse = Answer(
  'InfoResponse',
  'What a client has to know before its first call. `chain` is null while no Electrum server answers.',
  {
    name: Type.Literal('weir'),
    version: Text('Of the service.', { examples: ['0.1.0'] }),
    network: Text('The chain it serves.', { examples: ['mainnet'] }),
    addressPrefix: Text("Of that chain's addresses.", { examples: ['bitcoincash'] }),
    auth: Type.Object({
      mode: Type.Enum(['header', 'signed'], {
        description: '`header`: a caller is named by x-user-address. `signed`: a caller is proven by a bearer.',
      }),
      domain: Text('That wallets sign in to.'),
      bearerSeconds: Integer('For how long a bearer is good.'),
    }),
    limits: Type.Object({
      bodyBytes: Bytes('Largest list of recipients in JSON'),
      requestsPerWindow: IntegerOrNull('Of one client network; null for no bound.'),
      windowSeconds: Type.Number({ description: 'Of `requestsPerWindow`.' }),
      pageRows: Integer('Most rows of a page.'),
      airdropRecipients: Integer('Most rows of a list of recipients.'),
      minNoticeBlocks: Integer('Shortest notice of a cancel or pause.'),
    }),
    features: Type.Object({
      indexer: Flag('Whether /api/indexer is served.'),
      watcher: Flag('Whether this process pushes, refunds and settles by itself when it is due.'),
      mail: Flag('Whether messages can be sent by e-mail.'),
      channels: Type.Array(Type.Enum([...NOTIFICATION_CHANNELS]), {
        description: 'How messages can be sent to people; empty where none are.',
      }),
    }),
    chain: Nullable(
      Type.Object({
        height: Type.Integer(),
        hash: Text('Of the newest block.'),
        time: Integer('Of the newest block, as its miner says, Unix seconds.'),
        medianTimePast: Integer('What contracts go by, Unix seconds.'),
        asOf: Integer('At which due amounts are computed now, Unix seconds.'),
      }),
    ),
  },
);
export type InfoResponse = Static<typeof InfoResponse>;

export const getInfo = route('process', {
  operationId: 'getInfo',
  summary: 'What this service is',
  description: 'Network, sign-in, version, limits, features, and the state of the chain.',
  response: { 200: InfoResponse },
});
