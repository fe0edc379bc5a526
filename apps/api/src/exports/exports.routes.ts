import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { exportActivity, listActivityEntries } from '@weir/api-contract';
import type { Routes } from '@weir/http';
import type { ExportLine, ExportsService, TokenNames } from '@weir/services';
import type { ExportsConfig } from '../config/config.js';
import type { RouteAccess } from '../plugins/access/access.plugin.js';
import { viewerOf } from '../plugins/access/caller.js';
import { csvFile } from '../shared/csv-file.js';
import { createPlaces } from '../shared/places.js';
import { originOf } from '../shared/request.js';
import { asCsv, asJson, type NamedLines } from './activity-export.presenter.js';

/** Public like the records it lists; private records are shown to proven members in either mode. */
const EXPORTS_ACCESS: RouteAccess = { caller: 'optionally-authenticated', role: 'anyone', states: 'any' };
/** Time limit to read an export, milliseconds. */
const EXPORT_TIMEOUT_MS = 600_000;

/**
 * Chooses the format where the query names none: JSON where the client accepts it and not CSV, or says nothing; else
 * CSV.
 */
const preferred = ({ headers: { accept } }: FastifyRequest): 'csv' | 'json' =>
  accept === undefined || (/json/iu.test(accept) && !/csv/iu.test(accept)) ? 'json' : 'csv';

/** Adds token names to lines, one lookup per batch. */
async function* withNames(
  lines: AsyncIterable<readonly ExportLine[]>,
  tokens: TokenNames,
  network: string,
): AsyncGenerator<NamedLines> {
  for await (const some of lines) {
    const categories = new Set(some.flatMap(({ tokenCategory }) => tokenCategory ?? []));
    const names = categories.size === 0 ? undefined : await tokens.names(categories, network);
    yield { some, nameOf: (category) => names?.get(category) ?? null };
  }
}

/** Registers the routes of exports, which are streamed while they are read. */
export const exportsRoutes: Routes<{
  readonly exports: ExportsService;
  readonly tokens: TokenNames;
  readonly places: ExportsConfig;
}> = (app, { exports, tokens, places: config }, done) => {
  // Each holds a database connection while it is read.
  const places = createPlaces({
    overall: config.atOnce,
    perNetwork: config.perNetwork,
    refusal: 'Limit of exports at once reached. Retry',
    networkRefusal: `Limit of ${config.perNetwork} exports of your network at once reached. Wait until one is done`,
  });
  app.get(
    '/activity',
    { schema: exportActivity, config: { access: EXPORTS_ACCESS }, handlerTimeout: EXPORT_TIMEOUT_MS },
    async (request, reply) => {
      const { address, format = preferred(request) } = request.query;
      const leave = places.enter(request.ip);
      const lines = await exports.activity(request.query, viewerOf(request)).catch((error: unknown) => {
        leave();
        throw error;
      });
      const named = withNames(lines, tokens, originOf(request).network);
      const body = Readable.from(format === 'csv' ? csvFile(asCsv(named)) : asJson(address, named), {
        objectMode: false,
        highWaterMark: 65_536,
      });
      // Covers both a completed and an aborted download.
      body.once('end', leave).once('close', leave);
      reply.raw.once('close', () => body.destroy());
      if (reply.raw.destroyed) body.destroy();
      return reply
        .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="activity.${format}"`)
        .send(body);
    },
  );
  done();
};

/** Registers the list of payments for people. */
export const activityRoutes: Routes<{ readonly exports: ExportsService }> = (app, { exports }, done) => {
  app.get(
    '/',
    { schema: listActivityEntries, config: { access: EXPORTS_ACCESS, work: 'expensive' } },
    async (request) => exports.entries(request.query, viewerOf(request)),
  );
  done();
};
