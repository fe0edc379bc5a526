import type { Connection } from '../connection/connection.js';
import { assetOf, toBody } from '../shared/amounts.js';
import { allRows, PAGE } from '../shared/pages.js';
import type { BodyOf } from '../shared/schemas.js';
import { creatorOf } from '../steps/creation.js';
import { createStreamHandle } from './stream-handle.js';
import type { Streams, StreamTerms } from './streams.types.js';

const bodyOf = (terms: StreamTerms) => toBody<BodyOf<'createStream'>>(terms, assetOf(terms));

/** Creates the streams' part of a client. */
export const createStreams = (connection: Connection): Streams => {
  const { api, ask } = connection;
  const page: Streams['page'] = (query = {}, options = {}) =>
    ask((sent) => api.GET('/api/streams', { ...sent, params: { query } }), options);
  return {
    async create(terms, wallet, options = {}) {
      const { stream } = await ask(
        (sent) => api.POST('/api/streams/create', { ...sent, body: bodyOf(terms) }),
        await creatorOf(connection, wallet, terms.sender, options),
      );
      return { ...createStreamHandle(connection, stream.id, stream), record: stream };
    },
    async preview(terms, wallet) {
      return ask(
        (sent) => api.POST('/api/streams/preview', { ...sent, body: bodyOf(terms) }),
        await creatorOf(connection, wallet, terms.sender),
      );
    },
    at: (id) => createStreamHandle(connection, id),
    page,
    list: (query = {}) =>
      allRows(
        (cursor) => page({ limit: PAGE, ...query, cursor }),
        ({ streams }) => streams,
      ),
  };
};
