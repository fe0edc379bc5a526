import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link, redirect } from '@tanstack/react-router';
import { type ActivityFilters, filtersOf, isFiltered } from '../explorer/filters.js';
import { isPartMissing } from '../failures/loading-failure.js';
import { LandingPage } from '../landing/landing-page.js';
import { withTexts } from '../language/load.js';
import { rich } from '../language/rich.js';
import { t } from '../language/text.js';
import { moveSearch } from '../moves/move-search.js';
import { type ListName, listFiltersOf } from '../records/list-filters.js';
import { usePageTitle } from '../ui/hooks.js';
import { Empty, Failed, Waiting } from '../ui/states.js';
import {
  answerSearch,
  exchangeSearch,
  invitationOf,
  lostKeySearch,
  newVaultSearch,
  proposalSearch,
  pursesSearch,
} from '../vaults/searches.js';
import { Shell } from './shell.js';

const NotFound = () => {
  usePageTitle(t('Not found'));
  return (
    <Empty isPage title={t('There is no such page')}>
      <p>{rich('Check the address, or go to the <a>start</a>.', { a: (inside) => <Link to="/">{inside}</Link> })}</p>
    </Empty>
  );
};

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

/** Creates a page of its own part of the bundle. */
const page = <const Path extends string>(path: Path, load: Parameters<typeof lazyRouteComponent>[0]) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(withTexts(load)) });

/** Its texts are among the first: strangers come to it as to the first page. */
const loadExplorer = () => import('../explorer/explorer-page.js');

/** Parses the id of the vault that is to pay, which a link may preselect. */
const vaultOf = ({ vault: given }: Readonly<Record<string, unknown>>): { vault?: string } =>
  typeof given === 'string' ? { vault: given } : {};

/** Parses the address that a link names. */
const addressIn = ({ address }: Readonly<Record<string, unknown>>): { address?: string } =>
  typeof address === 'string' ? { address } : {};

/** Creates the page of the form for a new record. */
const formPage = <const Path extends string>(path: Path, load: Parameters<typeof lazyRouteComponent>[0]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: vaultOf,
    component: lazyRouteComponent(withTexts(load)),
  });

/** Creates the page of a list, whose filters are in its address. */
const listPage = <const Name extends ListName>(list: Name, load: Parameters<typeof lazyRouteComponent>[0]) =>
  createRoute({
    getParentRoute: () => root,
    path: `/${list}`,
    validateSearch: listFiltersOf(list),
    component: lazyRouteComponent(withTexts(load)),
  });

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: LandingPage,
    beforeLoad: ({ search }: { readonly search: Readonly<Record<string, unknown>> }) => {
      // Once the explorer was here, and its filters in the address.
      const filters = filtersOf(search);
      if (isFiltered(filters))
        // oxlint-disable-next-line only-throw-error -- how the router redirects
        throw redirect({ to: '/explore', search: filters });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/explore',
    validateSearch: filtersOf,
    component: lazyRouteComponent(loadExplorer),
  }),
  page('/home', () => import('../home/home-page.js')),
  listPage('incoming', () => import('../flows/flow-page.js').then(({ IncomingPage }) => ({ default: IncomingPage }))),
  listPage('outgoing', () => import('../flows/flow-page.js').then(({ OutgoingPage }) => ({ default: OutgoingPage }))),
  listPage('inbox', () => import('../home/inbox-page.js')),
  listPage('plans', () => import('../plans/plans-page.js')),
  listPage('airdrops', () => import('../airdrops/airdrops-page.js')),
  listPage('vaults', () => import('../vaults/vaults-page.js')),
  listPage('activity', () => import('../activity/activity-page.js')),
  createRoute({
    getParentRoute: () => root,
    path: '/contacts',
    validateSearch: addressIn,
    component: lazyRouteComponent(withTexts(() => import('../contacts/contacts-page.js'))),
  }),
  page('/settings', () => import('../settings/settings-page.js')),
  createRoute({
    getParentRoute: () => root,
    path: '/search',
    validateSearch: ({ q }: Readonly<Record<string, unknown>>) => ({
      q: typeof q === 'string' || typeof q === 'number' ? String(q) : '',
    }),
    component: lazyRouteComponent(withTexts(() => import('./search-page.js'))),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/move',
    validateSearch: moveSearch,
    component: lazyRouteComponent(withTexts(() => import('../moves/move-page.js'))),
  }),
  page('/new', () => import('./create-page.js')),
  formPage('/streams/new', () => import('../streams/new-stream-page.js')),
  page('/streams/import', () => import('../streams/import-page.js')),
  page('/streams/$id', () => import('../streams/stream-page.js')),
  formPage('/locks/new', () => import('../locks/new-lock-page.js')),
  page('/locks/$id', () => import('../locks/lock-page.js')),
  formPage('/payments/new', () => import('../payments/new-payment-page.js')),
  page('/payments/$id/change', () => import('../payments/change-payment-page.js')),
  formPage('/currency-payments/new', () => import('../currency/new-currency-page.js')),
  page('/currency-payments/$id', () => import('../currency/currency-page.js')),
  page('/payments/$id', () => import('../payments/payment-page.js')),
  formPage('/airdrops/new', () => import('../airdrops/new-airdrop-page.js')),
  createRoute({
    getParentRoute: () => root,
    path: '/airdrops/$id',
    validateSearch: addressIn,
    component: lazyRouteComponent(withTexts(() => import('../airdrops/airdrop-page.js'))),
  }),
  page('/tokens/$category', () => import('../tokens/token-page.js')),
  createRoute({
    getParentRoute: () => root,
    path: '/claim/$token',
    validateSearch: addressIn,
    component: lazyRouteComponent(withTexts(() => import('../claim/claim-page.js'))),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/vaults/new',
    validateSearch: newVaultSearch,
    component: lazyRouteComponent(withTexts(() => import('../vaults/new-vault-page.js'))),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/vaults/join',
    validateSearch: invitationOf,
    component: lazyRouteComponent(withTexts(() => import('../vaults/join-page.js'))),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/vaults/$id/propose',
    validateSearch: proposalSearch,
    component: lazyRouteComponent(withTexts(() => import('../vaults/propose-page.js'))),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/vaults/$id/lost-key',
    validateSearch: lostKeySearch,
    component: lazyRouteComponent(withTexts(() => import('../vaults/lost-key-page.js'))),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/vaults/$id/exchange',
    validateSearch: exchangeSearch,
    component: lazyRouteComponent(withTexts(() => import('../rosters/exchange-page.js'))),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/vaults/$id/policies',
    validateSearch: answerSearch,
    component: lazyRouteComponent(withTexts(() => import('../rosters/policies-page.js'))),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/vaults/$id/purses',
    validateSearch: pursesSearch,
    component: lazyRouteComponent(withTexts(() => import('../purses/purses-page.js'))),
  }),
  page('/purses/$id', () => import('../purses/purse-page.js')),
  page('/vaults/$id', () => import('../vaults/vault-page.js')),
  page('/proposals/$id', () => import('../vaults/proposal-page.js')),
  formPage('/plans/new', () => import('../plans/new-plan-page.js')),
  page('/plans/$id/renew', () => import('../plans/renew-plan-page.js')),
  page('/plans/$id/report', () => import('../plans/payday-report-page.js')),
  page('/plans/$id/change', () => import('../plans/change-plan-page.js')),
  page('/plans/$id', () => import('../plans/plan-page.js')),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPendingComponent: () => <Waiting isPage what={t('Opening the page…')} />,
  defaultErrorComponent: ({ error, reset }) => (
    <Failed isPage error={error} retry={isPartMissing(error) ? () => location.reload() : reset} />
  ),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

/** Where the explorer is opened begins to load it, before the page starts. @returns its filters; undefined of other pages */
export const loadExplorerFirst = (): ActivityFilters | undefined => {
  const { pathname, search } = router.latestLocation;
  if (pathname !== '/explore') return undefined;
  // Where it cannot be loaded the route says so.
  loadExplorer().catch(() => undefined);
  return filtersOf(search);
};

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
