import { buildApp } from '../src/app.js';
import type { RouteEntry } from '../src/plugins/access/access.plugin.js';
import { testHttpConfig, unreachableDependencies } from '../test/support/unreachable.js';

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
    'Who may call each route of the API, and in which states of the record. For the flows themselves see [README.md](README.md).',
    'Generated from the app by `npx nx docs api`; a test compares.',
    '',
    '- **Caller**: `required`: 401 without a caller. `in-body`: the same with `AUTH_MODE=signed`; with `AUTH_MODE=header` an address in the body may stand for the caller. `authenticated`: 401 without a bearer, in either mode. `optionally-authenticated`: optional, and a bearer counts in either mode; with `AUTH_MODE=signed` a caller without one is anonymous. `optional`: used where given. `none`: ignored. With `AUTH_MODE=header` the caller is the address in `x-user-address`; with `AUTH_MODE=signed` it is the address that the bearer was issued to, and a header that names another one is refused (403).',
    '- **Role**: who the caller must be (403 otherwise). Routes for anyone are open on purpose: wallets authorise what moves money, and confirm routes rely on the chain alone.',
    '- **States**: the states of the record in which the route works (409 otherwise). A confirm repeated with a recorded hash answers the same success in any state.',
    '',
    '| Method | Path | Caller | Role | States |',
    '|---|---|---|---|---|',
    ...routes.map((route) => `| ${route.method} | ${route.url} | ${route.caller} | ${route.role} | ${states(route)} |`),
    '',
  ].join('\n');

/** Returns the documents generated from the app, as they are committed under docs/api. */
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
