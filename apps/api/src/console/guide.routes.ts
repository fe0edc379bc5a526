import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { StartError } from '@weir/http';
import { isBundled } from '@weir/infra';
import type { GuideConfig } from '../config/config.js';
import { contentPolicyOf, HASHED, OPEN_FILES, YEAR_MS } from './console.routes.js';

/** The guide's files: the bundle's own, or those of `npm run docs:site`; whether they exist or not. */
const BUILT = fileURLToPath(new URL(isBundled ? '../guide' : '../../../../tools/site/dist', import.meta.url));
const POLICY = contentPolicyOf({});

/**
 * Serves the guide at `/guide`: pages, the same as Markdown, and the list of them for language models, which is also at
 * `/llms.txt`. Where there is no page, browsers get the guide's own.
 *
 * @throws StartError where it was not built
 */
export const guideRoutes: FastifyPluginAsync<{ readonly guide: GuideConfig }> = async (app, options) => {
  const { directory = BUILT } = options.guide;
  if (!existsSync(join(directory, 'llms.txt')))
    throw new StartError(
      `GUIDE is on, and ${directory} holds no pages. ${isBundled ? 'Build them before the bundle: npm run docs:site && npm run bundle' : 'Build them: npm run docs:site'}. Or set GUIDE_DIRECTORY to their folder`,
    );
  const notFound = await readFile(join(directory, '404.html'), 'utf8');
  await app.register(fastifyStatic, { root: directory, serve: false });

  const send = (reply: FastifyReply, path: string): FastifyReply => {
    reply.headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' });
    if (HASHED.test(path)) return reply.sendFile(path, { maxAge: YEAR_MS, immutable: true });
    return reply.header('cache-control', 'no-cache').sendFile(path, { cacheControl: false });
  };
  app.get('/llms.txt', OPEN_FILES, (_request, reply) => send(reply, 'llms.txt'));
  // Routes match with and without a last slash; links of the page start from the folder.
  app.get('/guide', OPEN_FILES, ({ url }, reply) =>
    /^\/guide(?:\?|$)/.test(url) ? reply.redirect('/guide/', 301) : send(reply, 'index.html'),
  );
  app.get<{ Params: { '*': string } }>('/guide/*', OPEN_FILES, (request, reply) => {
    request.problemPage = () => notFound;
    return send(reply, request.params['*'].replace(/(^|\/)$/, '$1index.html'));
  });
};
