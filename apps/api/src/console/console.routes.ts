import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, onRequestHookHandler, RouteShorthandOptions } from 'fastify';
import fp from 'fastify-plugin';
import { isLocalNetwork } from '@weir/covenants';
import { asksForPage, StartError, UNDOCUMENTED } from '@weir/http';
import { isBundled } from '@weir/infra';
import type { PriceSource } from '@weir/services';
import type { ConsoleConfig, HttpConfig } from '../config/config.js';
import { OPEN } from '../plugins/access/access.plugin.js';
import { readPageMeta, withPageMeta } from './page-meta.js';

/** WalletConnect's relay between wallets and pages. */
const RELAY = 'wss://relay.walletconnect.org';
/**
 * Vouches to wallets, in a frame without a picture, for the site that asks. Where it may not be loaded, the client waits five
 * seconds for it before each pairing and each signature.
 */
const VERIFIER = 'https://verify.walletconnect.org';

/**
 * Returns the Content-Security-Policy of the console: its own files and its own API, nothing inline, nothing evaluated.
 * but WebAssembly, by which transactions are checked before they are signed. Added as configured: WalletConnect's relay and
 * verifier, WizardConnect's relay, and the dev kit.
 */
export const contentPolicyOf = ({
  devKitUrl,
  walletConnectProjectId,
  walletConnectRelayUrl = RELAY,
  wizardConnectRelayUrl,
}: Partial<ConsoleConfig>): string => {
  const asked = [
    "'self'",
    ...(devKitUrl === undefined ? [] : [new URL(devKitUrl).origin]),
    ...(walletConnectProjectId === undefined ? [] : [new URL(walletConnectRelayUrl).origin]),
    ...(wizardConnectRelayUrl === undefined ? [] : [new URL(wizardConnectRelayUrl).origin]),
  ];
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src ${asked.join(' ')}`,
    ...(walletConnectProjectId === undefined ? [] : [`frame-src ${VERIFIER}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';');
};

export interface ConsoleRoutesOptions {
  readonly console: ConsoleConfig;
  readonly network: HttpConfig['network'];
  /** Whether this process serves the guide, to which the page links then. */
  readonly hasGuide: boolean;
  /** The operator's price, if any: the page shows the last one from the first, so that nothing moves when it asks for a newer one. */
  readonly price: PriceSource | undefined;
  /** The domain of the page; `localhost` where none is set. */
  readonly domain: string;
}

/** The console's files: the bundle's own, or those of `npx nx build console`; whether they exist or not. */
const BUILT = fileURLToPath(new URL(isBundled ? '../console' : '../../../console/dist', import.meta.url));
/** Files named by the hash of their content, which therefore never change. */
export const HASHED = /^assets\//;
export const YEAR_MS = 31_536_000_000;
/** Paths of the API itself: an unknown one is answered with its JSON 404. */
const OWN = /^(?:api|docs|health|ready|metrics)(?:\/|$)/;
const FILE = /\.\w+$/;

/** Of files for everybody. */
export const OPEN_FILES: RouteShorthandOptions = { schema: UNDOCUMENTED, config: { access: OPEN } };

/**
 * Serves the console's files; all its page addresses lead to its one HTML page.
 *
 * @throws StartError where it was not built
 */
export const consoleRoutes: FastifyPluginAsync<ConsoleRoutesOptions> = async (app, options) => {
  const { directory = BUILT, devKitUrl, transactionUrl, sourceUrl } = options.console;
  const { walletConnectProjectId, walletConnectRelayUrl, wizardConnectRelayUrl } = options.console;
  if (!existsSync(join(directory, 'index.html')))
    throw new StartError(
      `CONSOLE is on, and ${directory} holds no console. ${isBundled ? 'Build it before the bundle: npx nx build console && npm run bundle' : 'Build it: npx nx build console'}. Or set CONSOLE_DIRECTORY to its folder`,
    );
  const origin = options.domain === 'localhost' ? '' : `https://${options.domain}`;
  const policy = contentPolicyOf(options.console);
  const settings = {
    apiUrl: '',
    devKitUrl: isLocalNetwork(options.network) ? (devKitUrl ?? null) : null,
    walletConnectProjectId: walletConnectProjectId ?? null,
    walletConnectRelayUrl: walletConnectRelayUrl ?? null,
    wizardConnectRelayUrl: wizardConnectRelayUrl ?? null,
    transactionUrl: transactionUrl ?? null,
    sourceUrl: sourceUrl ?? null,
    guideUrl: options.hasGuide ? '/guide/' : null,
  };
  await app.register(fastifyStatic, { root: directory, serve: false, preCompressed: true });

  app.get('/config.json', OPEN_FILES, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({ ...settings, price: options.price?.current() ?? null }),
  );
  app.get<{ Params: { '*': string } }>('/*', OPEN_FILES, async (request, reply) => {
    const path = request.params['*'];
    if (OWN.test(path)) {
      reply.callNotFound();
      return reply;
    }
    reply.headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' });
    if (HASHED.test(path)) return reply.sendFile(path, { maxAge: YEAR_MS, immutable: true });
    reply.header('cache-control', 'no-cache');
    const meta = FILE.test(path) ? undefined : await readPageMeta(app, request, path);
    if (meta !== undefined) {
      // Read each time, as files are: a new build may have taken its place.
      const html = await readFile(join(directory, 'index.html'), 'utf8');
      return reply.type('text/html; charset=utf-8').send(withPageMeta(html, meta, origin, path));
    }
    return reply.sendFile(FILE.test(path) ? path : 'index.html', { cacheControl: false });
  });
};

const CLAIM_LINK = /^\/api\/airdrops\/claim\/([\w-]{1,100})\/?(?:\?|$)/;

/** Redirects browsers that open a claim link to its page; programs, which do not ask for HTML, get the record. */
const leadPeopleToThePage: onRequestHookHandler = (request, reply, next) => {
  const token = request.method === 'GET' ? CLAIM_LINK.exec(request.url)?.[1] : undefined;
  if (token === undefined) {
    next();
    return;
  }
  reply.header('vary', 'Accept');
  if (asksForPage(request)) void reply.redirect(`/claim/${token}`, 303);
  else next();
};

export const claimLinksPlugin = fp(
  (app, _options, done) => {
    app.addHook('onRequest', leadPeopleToThePage);
    done();
  },
  { name: 'claim-links' },
);
