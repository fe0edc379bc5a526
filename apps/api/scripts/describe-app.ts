import { buildApp } from '../src/app.js';
import type { RouteEntry } from '../src/plugins/access/route-access.js';
import { testHttpConfig } from '../test/support/http-config.js';
import { unreachableDependencies } from '../test/support/unreachable.js';

/** A generated document: its path from the repository's root and its text. */
export interface CommittedDocument {
  readonly path: string;
  readonly text: string;
}

const states = ({ states }: RouteEntry): string => (states === 'any' ? 'any' : states.join(', '));

const routesPage = (routes: readonly RouteEntry[]): string =>
  [
    '# Routes',
    '',
    'Made from the app by `npx nx docs api`; a test compares.',
    '',
    '- **Caller**: whether one is demanded (401 without), may stand in the body instead where callers are not proven (`in-body`), must be proven by a bearer in either mode (`proven`), is used where given (`optional`; `provable`: a bearer counts in either mode, and who only names itself where callers are proven is nobody in particular), or not looked at. With `AUTH_MODE=header` the caller is the header `x-user-address`; with `AUTH_MODE=signed` the address a bearer token was given to, and a header that names another is refused (403).',
    '- **Role**: who the caller must be (403 otherwise). Routes for anyone are deliberately open: wallets authorise what moves money, and confirm calls believe the chain alone.',
    '- **States**: of the record, in which the route does its work (409 otherwise). A confirm call with a hash that is recorded already answers the same success in any state.',
    '',
    '| Method | Path | Caller | Role | States |',
    '|---|---|---|---|---|',
    ...routes.map((route) => `| ${route.method} | ${route.url} | ${route.caller} | ${route.role} | ${states(route)} |`),
    '',
  ].join('\n');

/** What the app says of itself, as it is committed under docs/api. */
export const describeApp = async (): Promise<readonly CommittedDocument[]> => {
  const app = await buildApp(unreachableDependencies().dependencies, testHttpConfig);
  try {
    return [
      { path: 'docs/api/openapi.json', text: `${JSON.stringify(app.swagger(), undefined, 2)}\n` },
      { path: 'docs/api/routes.md', text: routesPage(app.routeTable) },
    ];
  } finally {
    await app.close();
  }
};
