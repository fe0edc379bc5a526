import Type, { type Static } from 'typebox';
import { dependencyChecks, reason, Unready } from '../process/ready.schema.js';
import { Nullable } from '../shared/nullable.js';
import { route } from '../shared/route.js';

const at = (description: string) => Nullable(Type.Integer({ description: `${description} Unix seconds.` }));

export const IndexerReadyResponse = Type.Object(
  {
    success: Type.Boolean(),
    status: Type.Enum(['ready', 'unready']),
    checks: Type.Object({
      ...dependencyChecks,
      indexing: Type.Object({
        ok: Type.Boolean({
          description:
            'False while a first sync is under way or the chain cannot be followed any more: the process is unready then. Also while the writer here pauses, which is informative: what is indexed can be read all the same.',
        }),
        reason,
        height: Nullable(
          Type.Integer({
            description: 'Highest block of which everything was read; null until a first sync is through.',
          }),
        ),
        isLeader: Type.Boolean({ description: 'Whether this process is the one that writes.' }),
        lastRoundAt: at('Its last complete round.'),
      }),
      watcher: Type.Object({
        ok: Type.Boolean({ description: 'Informative: an idle watcher does not make the process unready.' }),
        mode: Type.Enum(['off', 'protect']),
        isLeader: Type.Boolean({ description: 'Whether this process is the one that watches.' }),
        lastRoundAt: at('Its last complete round.'),
        ageSeconds: Nullable(Type.Integer({ description: 'Since then.' })),
        lastAction: Nullable(
          Type.Object(
            {
              kind: Type.Enum(['push', 'settle', 'refund']),
              txHash: Type.String({ description: 'What it sent.' }),
              at: Type.Integer({ description: 'Unix seconds.' }),
            },
            { description: 'The latest thing it sent.' },
          ),
        ),
      }),
    }),
  },
  { title: 'IndexerReadyResponse', description: 'What the process depends on, and how it is.' },
);
export type IndexerReadyResponse = Static<typeof IndexerReadyResponse>;

export const indexerReady = route({
  operationId: 'getIndexerReadiness',
  tags: ['process'],
  summary: 'Whether the process can serve',
  description:
    'Database, Electrum, the age of the newest block, and whether the index is whole. 503 takes it out of a balancer.',
  response: { 200: IndexerReadyResponse, 503: Unready(IndexerReadyResponse) },
});
