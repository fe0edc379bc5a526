import Type, { type Static, type TSchema } from 'typebox';
import { ErrorBody } from '../shared/error.schema.js';
import { Answer, Flag, Integer, IntegerOrNull, Named, Text } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { route } from '../shared/route.js';

export const HealthResponse = Answer('HealthResponse', 'The process runs.', {
  status: Type.Literal('ok'),
  uptimeSeconds: Integer('Since when the process runs.'),
});

export const health = route('process', {
  operationId: 'getHealth',
  summary: 'Whether the process runs',
  description: 'Looks at nothing outside the process: a failing database does not call for a restart.',
  response: { 200: HealthResponse },
});

/**
 * Body of a 503 of a readiness probe: the report, or the error where none was made (the process stops, or is too
 * busy).
 */
export const Unready = <Report extends TSchema>(report: Report) =>
  Type.Union([report, ErrorBody], { description: 'Not ready: the report, or an error where none could be made.' });

/** Why a check is not ok. */
export const reason = Type.Optional(Text('What is wrong.'));

/** Checks of what every service depends on: its database and the chain. */
export const dependencyChecks = {
  database: Type.Object({
    ok: Flag('Whether it can be read. One that only takes no writes is ok, with a reason.'),
    reason,
  }),
  electrum: Type.Object({
    ok: Type.Boolean(),
    reason,
    height: IntegerOrNull('Height of the newest block.'),
    tipAgeSeconds: IntegerOrNull("Age of the newest block by the chain's median time."),
  }),
};

const Watcher = (description: string) =>
  Type.Object(
    {
      ok: Flag('Informative: an idle watcher does not make the process unready.'),
      mode: Type.Enum(['off', 'protect']),
      isLeader: Flag('Whether this process is the one that watches.'),
      lastRoundAt: IntegerOrNull('Unix seconds of its last complete round.'),
    },
    { description },
  );

export const ReadyResponse = Named('ReadyResponse', 'What the process depends on, and how it is.', {
  success: Type.Boolean(),
  status: Type.Enum(['ready', 'unready']),
  checks: Type.Object({
    ...dependencyChecks,
    standbys: Type.Optional(
      Type.Array(
        Type.Object({
          ok: Flag('Informative: without it the primary answers.'),
          bytesBehind: IntegerOrNull("Bytes of the primary's log that the standby has not replayed."),
          reason: Type.Optional(Type.String()),
        }),
        { description: 'Standbys of the database that read for this process, in the order of its settings.' },
      ),
    ),
    finality: Type.Object(
      {
        ok: Flag(
          'Informative: false after the chain replaced a final block, until `doctor --fix` has compared all records.',
        ),
        reason,
        finalHeight: IntegerOrNull('Height of the highest final block that was seen.'),
      },
      { description: 'Whether blocks that were final (10 blocks deep) are still on the chain.' },
    ),
    oracles: Type.Optional(
      Type.Array(
        Type.Object({
          ok: Flag('Informative: false where no message came for 15 minutes.'),
          reason,
          currency: Text('What its prices are in, three letters.'),
          publicKey: Text('Its public key, hex.'),
          messageAgeSeconds: IntegerOrNull('Since its newest message; null where none is stored.'),
        }),
        {
          description:
            'Oracles of payments in a currency, in the order of the settings; absent where none is configured.',
        },
      ),
    ),
    watcher: Watcher('Of streams and payments.'),
    campaignWatcher: Watcher('Of airdrop campaigns.'),
    vaultWatcher: Watcher('Of vaults.'),
  }),
});
export type ReadyResponse = Static<typeof ReadyResponse>;

export const ready = route('process', {
  operationId: 'getReadiness',
  summary: 'Whether the process can serve',
  description: 'Database, Electrum and the age of the newest block. 503 takes it out of a balancer.',
  response: { 200: ReadyResponse, 503: Unready(ReadyResponse) },
});

const at = (description: string) => IntegerOrNull(`${description} Unix seconds.`);

export const IndexerReadyResponse = Named('IndexerReadyResponse', 'What the process depends on, and how it is.', {
  success: Type.Boolean(),
  status: Type.Enum(['ready', 'unready']),
  checks: Type.Object({
    ...dependencyChecks,
    indexing: Type.Object({
      ok: Flag(
        'False while a first sync is under way or the chain cannot be followed any more: the process is unready then. Also while the writer here pauses, which is informative: what is indexed can be read all the same.',
      ),
      reason,
      height: IntegerOrNull('Highest block of which everything was read; null until a first sync is through.'),
      isLeader: Flag('Whether this process is the one that writes.'),
      lastRoundAt: at('Its last complete round.'),
    }),
    watcher: Type.Object({
      ok: Flag('Informative: an idle watcher does not make the process unready.'),
      mode: Type.Enum(['off', 'protect']),
      isLeader: Flag('Whether this process is the one that watches.'),
      lastRoundAt: at('Its last complete round.'),
      ageSeconds: IntegerOrNull('Since then.'),
      lastAction: Nullable(
        Type.Object(
          {
            kind: Type.Enum(['push', 'settle', 'refund']),
            txHash: Text('What it sent.'),
            at: Integer('Unix seconds.'),
          },
          { description: 'The latest thing it sent.' },
        ),
      ),
    }),
  }),
});
export type IndexerReadyResponse = Static<typeof IndexerReadyResponse>;

export const indexerReady = route('process', {
  operationId: 'getIndexerReadiness',
  summary: 'Whether the process can serve',
  description:
    'Database, Electrum, the age of the newest block, and whether the index is whole. 503 takes it out of a balancer.',
  response: { 200: IndexerReadyResponse, 503: Unready(IndexerReadyResponse) },
});
