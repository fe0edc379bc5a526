import {
  getIndexedPayment,
  getIndexedStream,
  getIndexerStatus,
  getTvl,
  getVolume,
  listIndexedAirdrops,
  listIndexedPayments,
  listIndexedStreams,
  readIndexedStates,
} from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { IndexerQueries } from './indexer-queries.js';

/** Registers the indexer's routes: parse, query, return the view. */
export const indexerRoutes: Routes<{ readonly queries: IndexerQueries }> = (app, { queries }, done) => {
  app.get('/streams', { schema: listIndexedStreams }, async ({ query }) => {
    const { rows, ...page } = await queries.list('stream', query);
    return { streams: rows, ...page };
  });

  app.get('/payments', { schema: listIndexedPayments }, async ({ query }) => {
    const { rows, ...page } = await queries.list('payment', query);
    return { payments: rows, ...page };
  });

  app.get('/airdrops', { schema: listIndexedAirdrops }, async ({ query }) => {
    const { rows, ...page } = await queries.list('airdrop', query);
    return { airdrops: rows, ...page };
  });

  app.get('/streams/:contractAddress', { schema: getIndexedStream }, ({ params }) =>
    queries.stream(params.contractAddress),
  );

  app.get('/payments/:contractAddress', { schema: getIndexedPayment }, ({ params }) =>
    queries.payment(params.contractAddress),
  );

  app.post('/states', { schema: readIndexedStates }, ({ body }) => queries.states(body));

  app.get('/tvl', { schema: getTvl }, ({ query }) => queries.tvl(query));

  app.get('/volume', { schema: getVolume }, ({ query }) => queries.volume(query));

  app.get('/status', { schema: getIndexerStatus }, () => queries.status());
  done();
};
