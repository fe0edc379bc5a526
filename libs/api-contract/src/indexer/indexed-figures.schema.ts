import Type from 'typebox';
import { Answer, Flag, Integer, Named, Text, TextOrNull } from '../shared/fields.schema.js';
import { Nullable } from '../shared/marks.js';
import { route } from '../shared/route.js';
import { BchAmount, TimeBound, TokenAmounts } from './indexed-contract.schema.js';

const held = { bch: BchAmount(), byToken: TokenAmounts() };

export const TvlResponse = Answer('TvlResponse', 'Total value locked.', {
  current: Type.Object(held, {
    title: 'IndexedBalance',
    description: 'What all contracts hold, reserves for fees included.',
  }),
  snapshots: Type.Array(
    Named('TvlSnapshot', 'What they held at the end of a day.', {
      time: Integer("The day's end, 00:00 UTC of the next; Unix seconds."),
      ...held,
    }),
    { description: 'A day each, the oldest first.' },
  ),
});

export const getTvl = route('indexer', {
  operationId: 'getTvl',
  summary: 'Total value locked',
  description:
    'Now, and at the end of each day by the times of the blocks. Without bounds: the last 30 days. At most 366.',
  querystring: Type.Object({
    from: TimeBound('First day.'),
    to: TimeBound('Last day.'),
    interval: Type.Optional(Type.Literal('day', { description: 'Time between snapshots.' })),
  }),
  response: { 200: TvlResponse },
  errors: ['INVALID_TIME'],
});

export const VolumeResponse = Answer('VolumeResponse', 'Daily volume.', {
  days: Type.Array(
    Named('VolumeDay', 'Funded, paid and returned within a day.', {
      date: Text('UTC day.', { examples: ['2026-01-31'] }),
      ...held,
      transactions: Integer('Mined transactions of contracts.'),
      funded: Integer('Fundings among them.'),
      claimed: Integer('Claims and pushes.'),
      cancelled: Integer('Cancels.'),
    }),
    { description: 'Days with transactions, the oldest first.' },
  ),
});

export const getVolume = route('indexer', {
  operationId: 'getVolume',
  summary: 'Daily volume',
  description: 'By the times of the blocks. Without bounds: the last 30 days. At most 366.',
  querystring: Type.Object({ from: TimeBound('First day.'), to: TimeBound('Last day.') }),
  response: { 200: VolumeResponse },
  errors: ['INVALID_TIME'],
});

const count = (description: string) => Integer(description);

export const IndexerStatusResponse = Answer('IndexerStatusResponse', 'How far the indexer is.', {
  height: Nullable(count('Highest block of which everything was read; null until a first sync is through.')),
  blockHash: TextOrNull('Its hash.'),
  medianTimePast: Nullable(count("The chain's clock there, Unix seconds.")),
  tip: Nullable(count("Height of the servers' tip; null while none answers.")),
  lag: Nullable(count('Blocks between them; null while one of them is.')),
  problem: TextOrNull('Why the chain cannot be followed any more, and what to do; null while it is.'),
  reorgs: count('Reorganisations seen.'),
  lastReorg: Nullable(
    Type.Object(
      {
        at: count('Unix seconds.'),
        height: count('Of the last block that stayed.'),
        depth: count('Blocks rolled back.'),
      },
      { description: 'The latest.' },
    ),
  ),
  announcements: Named('AnnouncementCounts', 'What was found at the beacons.', {
    accepted: count('Contracts found.'),
    twins: count('Further deployments at an address that has one.'),
    forged: count('Announced, and not deployed as the covenant demands.'),
    malformed: count('Unreadable, or of what no contract may be.'),
    foreign: count('Payments to a beacon without any announcement.'),
  }),
  writer: Named('IndexerWriter', 'The indexing in this process.', {
    isLeader: Flag('Whether this process writes.'),
    following: count('Scripts it subscribes to.'),
    hidden: count('Scripts whose history every server hides.'),
    paused: TextOrNull('Why nothing can be written at the moment.'),
  }),
});

export const getIndexerStatus = route('indexer', {
  operationId: 'getIndexerStatus',
  summary: 'How far the indexer is',
  description:
    'The height that it has read up to, the height of the chain, and the last reorganisation that it rolled back.',
  response: { 200: IndexerStatusResponse },
});
