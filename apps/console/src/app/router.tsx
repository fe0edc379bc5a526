import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { isPartMissing } from '../actions/failure-text.js';
import { filtersOf } from '../explorer/activity.js';
import { ExplorerPage } from '../explorer/explorer-page.js';
import { Failed, Waiting } from '../ui/states.js';
import { NotFound } from './not-found.js';
import { Shell } from './shell.js';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const explorer = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: filtersOf,
  component: ExplorerPage,
});

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: ({ q }: Readonly<Record<string, unknown>>) => ({
    q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
  }),
  component: lazyRouteComponent(() => import('./search-page.js')),
});

/** Parses the id of the vault that is to pay, which a link may preselect. */
const vaultOf = ({ vault: given }: Readonly<Record<string, unknown>>): { vault?: string } =>
  typeof given === 'string' ? { vault: given } : {};

const create = createRoute({
  getParentRoute: () => root,
  path: '/new',
  component: lazyRouteComponent(() => import('./create-page.js')),
});

const newStream = createRoute({
  getParentRoute: () => root,
  path: '/streams/new',
  validateSearch: vaultOf,
  component: lazyRouteComponent(() => import('../streams/new-stream-page.js')),
});

const stream = createRoute({
  getParentRoute: () => root,
  path: '/streams/$id',
  component: lazyRouteComponent(() => import('../streams/stream-page.js')),
});

const newPayment = createRoute({
  getParentRoute: () => root,
  path: '/payments/new',
  validateSearch: vaultOf,
  component: lazyRouteComponent(() => import('../payments/new-payment-page.js')),
});

const payment = createRoute({
  getParentRoute: () => root,
  path: '/payments/$id',
  component: lazyRouteComponent(() => import('../payments/payment-page.js')),
});

const newAirdrop = createRoute({
  getParentRoute: () => root,
  path: '/airdrops/new',
  validateSearch: vaultOf,
  component: lazyRouteComponent(() => import('../airdrops/new-airdrop-page.js')),
});

const airdrop = createRoute({
  getParentRoute: () => root,
  path: '/airdrops/$id',
  component: lazyRouteComponent(() => import('../airdrops/airdrop-page.js')),
});

const claim = createRoute({
  getParentRoute: () => root,
  path: '/claim/$token',
  component: lazyRouteComponent(() => import('../airdrops/claim-page.js')),
});

const vaults = createRoute({
  getParentRoute: () => root,
  path: '/vaults',
  component: lazyRouteComponent(() => import('../vaults/vaults-page.js')),
});

const newVault = createRoute({
  getParentRoute: () => root,
  path: '/vaults/new',
  component: lazyRouteComponent(() => import('../vaults/new-vault-page.js')),
});

const propose = createRoute({
  getParentRoute: () => root,
  path: '/vaults/$id/propose',
  component: lazyRouteComponent(() => import('../vaults/propose-page.js')),
});

const vault = createRoute({
  getParentRoute: () => root,
  path: '/vaults/$id',
  component: lazyRouteComponent(() => import('../vaults/vault-page.js')),
});

const proposal = createRoute({
  getParentRoute: () => root,
  path: '/proposals/$id',
  component: lazyRouteComponent(() => import('../vaults/proposal-page.js')),
});

const newPlan = createRoute({
  getParentRoute: () => root,
  path: '/plans/new',
  validateSearch: vaultOf,
  component: lazyRouteComponent(() => import('../plans/new-plan-page.js')),
});

const plan = createRoute({
  getParentRoute: () => root,
  path: '/plans/$id',
  component: lazyRouteComponent(() => import('../plans/plan-page.js')),
});

export const router = createRouter({
  routeTree: root.addChildren([
    explorer,
    search,
    create,
    newStream,
    stream,
    newPayment,
    payment,
    newAirdrop,
    airdrop,
    claim,
    vaults,
    newVault,
    vault,
    propose,
    proposal,
    newPlan,
    plan,
  ]),
  defaultPendingComponent: () => <Waiting what="Opening the page…" />,
  defaultErrorComponent: ({ error, reset }) => (
    <Failed error={error} retry={isPartMissing(error) ? () => location.reload() : reset} />
  ),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
