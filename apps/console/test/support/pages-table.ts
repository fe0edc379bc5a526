import type { Page } from 'playwright-core';
import type { ConsolePage } from './page.js';
import { NAMES, type RecordsOfWallet } from './records-of-wallet.js';

/** Returns the text that a page shows for a text of its source, in the page's language. */
export type Say = (text: string) => string;

/** Something that opens on a page: a menu, a dialog, or what a form says. */
export interface Opening {
  readonly name: string;
  /** Opens it, and waits until it is there. */
  readonly open: (page: Page, say: Say) => Promise<void>;
  /** Whether only phones have it. */
  readonly isOfPhones?: boolean;
}

/** A page of the console. */
export interface Shown {
  readonly path: string;
  /** A text of a record that is in it once it is there; by default its heading is enough. */
  readonly text?: string;
  readonly opens?: readonly Opening[];
}

/** Dialogs and menus that are open. */
export const POPUP = '[role="dialog"], [role="alertdialog"], :popover-open';

/** What a text says whose parts in braces are known to the page alone. */
const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '.+')}$`);

/** Presses a button, and waits for the dialog or menu that it opens. */
const opening = (name: string, button: (page: Page, say: Say) => ReturnType<Page['locator']>): Opening => ({
  name,
  async open(page, say) {
    await button(page, say).click();
    await page.locator(POPUP).first().waitFor();
    await page.locator(POPUP).locator('[class*="spinner"]').first().waitFor({ state: 'detached' });
  },
});

const named = (text: string): Opening => opening(text, (page, say) => page.getByRole('button', { name: say(text) }));

/** Opens what is folded in a dialog. */
const UNFOLD = `document.querySelectorAll('[role="alertdialog"] details').forEach((fold) => { fold.open = true; })`;

/** Opens what a wallet is asked to sign, by pressing buttons one after the other, and is not signed. */
const review = (...buttons: readonly string[]): Opening => ({
  name: `review of ${buttons.join(', ')}`,
  async open(page, say) {
    for (const text of buttons) await page.getByRole('button', { name: patternOf(say(text)) }).click();
    await page.locator('[role="alertdialog"] dl').first().waitFor();
    await page.evaluate(UNFOLD);
  },
});

/** Opens the review of what moves the rows of a list that are selected. */
const reviewOfRows = (...buttons: readonly string[]): Opening => {
  const one = review(...buttons);
  return {
    ...one,
    async open(page, say) {
      await page.locator('main input[type="checkbox"]').first().check();
      await one.open(page, say);
    },
  };
};

const FAULTS: Opening = {
  name: 'faults',
  async open(page) {
    await page.locator('main form button[type="submit"]').last().click();
    await page.locator('main [data-invalid], main [role="alert"]').first().waitFor();
  },
};

/** What opens on every page of the app. */
const MENUS: readonly Opening[] = [
  opening('whose money', (page) => page.locator('[popovertarget="scopes"]')),
  { ...opening('more places', (page) => page.locator('[popovertarget="more-places"]')), isOfPhones: true },
  named('Search and commands'),
  opening('wallet', (page) => page.locator('header button[aria-haspopup="dialog"]').last()),
  opening('test chain', (page) => page.locator('footer button[aria-haspopup="dialog"]')),
];
const CHOOSER = opening('wallets', (page) => page.locator('header button[aria-haspopup="dialog"]').last());

/** The pages that need no record, by route. */
const WITHOUT_RECORDS = {
  '/': [{ path: '/' }],
  '/explore': [{ path: '/explore' }],
  '/home': [{ path: '/home' }],
  '/incoming': [{ path: '/incoming' }],
  '/outgoing': [{ path: '/outgoing' }],
  '/inbox': [{ path: '/inbox' }],
  '/plans': [{ path: '/plans' }],
  '/airdrops': [{ path: '/airdrops' }],
  '/activity': [{ path: '/activity' }],
  '/contacts': [{ path: '/contacts' }],
  '/settings': [{ path: '/settings' }],
  '/new': [{ path: '/new' }],
  '/move': [{ path: '/move', opens: [FAULTS] }],
  '/streams/new': [{ path: '/streams/new', opens: [FAULTS] }],
  '/streams/import': [{ path: '/streams/import' }],
  '/locks/new': [{ path: '/locks/new', opens: [FAULTS] }],
  '/payments/new': [{ path: '/payments/new', opens: [FAULTS] }],
  '/currency-payments/new': [{ path: '/currency-payments/new', opens: [FAULTS] }],
  '/airdrops/new': [{ path: '/airdrops/new', opens: [FAULTS] }],
  '/plans/new': [{ path: '/plans/new', opens: [FAULTS] }],
  '/vaults': [{ path: '/vaults' }],
  '/vaults/new': [{ path: '/vaults/new', opens: [FAULTS] }],
  '/vaults/join': [{ path: `/vaults/join?name=${encodeURIComponent(NAMES.vault)}&place=2` }],
} as const satisfies Readonly<Record<string, readonly Shown[]>>;

/** Every page of a wallet with records, by the route that it belongs to. */
export const pagesWith = (of: RecordsOfWallet): Readonly<Record<string, readonly Shown[]>> => ({
  ...WITHOUT_RECORDS,
  '/explore': [{ path: '/explore', text: NAMES.stream }],
  '/home': [{ path: '/home', text: NAMES.draft, opens: MENUS }],
  '/incoming': [{ path: '/incoming', text: NAMES.lock }],
  '/outgoing': [{ path: '/outgoing', text: NAMES.payment }],
  '/inbox': [{ path: '/inbox', text: NAMES.stream }],
  '/plans': [{ path: '/plans', text: NAMES.plan }],
  '/airdrops': [{ path: '/airdrops', text: NAMES.drop }],
  '/contacts': [{ path: '/contacts', text: NAMES.contact }],
  '/vaults': [{ path: '/vaults', text: NAMES.proposal }],
  '/search': [{ path: `/search?q=${of.other.address}`, text: '#WEIR-PAY-' }],
  '/streams/$id': [
    {
      path: `/streams/${of.stream.id}`,
      text: NAMES.stream,
      opens: [named('Share'), named('Cancel the stream'), review('Cancel the stream', 'Cancel it')],
    },
    { path: `/streams/${of.received.id}`, text: NAMES.stream },
    { path: `/streams/${of.draft.id}`, text: NAMES.draft, opens: [review('Fund it')] },
  ],
  '/payments/$id': [
    {
      path: `/payments/${of.payment.id}`,
      text: NAMES.payment,
      opens: [
        named('Pause the payment'),
        review('Pause the payment', 'Pause it'),
        named('Cancel the payment'),
        review('Cancel the payment', 'Cancel it'),
      ],
    },
  ],
  '/currency-payments/$id': [
    {
      path: `/currency-payments/${of.inCurrency.id}`,
      text: NAMES.payment,
      opens: [
        named('Pause the payment'),
        review('Pause the payment', 'Pause it'),
        named('Cancel the payment'),
        review('Cancel the payment', 'Cancel it'),
      ],
    },
  ],
  '/payments/$id/change': [{ path: `/payments/${of.payment.id}/change`, text: NAMES.payment }],
  '/locks/$id': [
    { path: `/locks/${of.lock.id}`, text: NAMES.lock },
    { path: `/locks/${of.draftLock.id}`, text: NAMES.draft, opens: [review('Fund it')] },
  ],
  '/airdrops/$id': [
    {
      path: `/airdrops/${of.drop.id}`,
      text: NAMES.drop,
      opens: [named('Close the airdrop'), review('Close the airdrop', 'Close it')],
    },
    { path: `/airdrops/${of.draftDrop.id}`, text: NAMES.draft, opens: [review('Fund it')] },
  ],
  '/tokens/$category': [{ path: `/tokens/${of.category}`, text: NAMES.token }],
  '/claim/$token': [{ path: `/claim/${of.drop.record.claim_token}`, text: NAMES.drop }],
  '/vaults/$id': [{ path: `/vaults/${of.vault.id}`, text: NAMES.vault }],
  '/vaults/$id/lost-key': [{ path: `/vaults/${of.vault.id}/lost-key` }],
  '/vaults/$id/propose': [{ path: `/vaults/${of.vault.id}/propose`, opens: [FAULTS] }],
  '/vaults/$id/purses': [{ path: `/vaults/${of.vault.id}/purses`, opens: [FAULTS, named('Send home')] }],
  '/vaults/$id/policies': [{ path: `/vaults/${of.roster.id}/policies` }],
  '/vaults/$id/exchange': [{ path: `/vaults/${of.roster.id}/exchange`, opens: [FAULTS] }],
  '/purses/$id': [{ path: `/purses/${of.purse.id}`, opens: [named('Send home')] }],
  '/proposals/$id': [
    { path: `/proposals/${of.proposal.id}`, text: NAMES.proposal, opens: [named('Decline it'), review('Sign it')] },
  ],
  '/plans/$id': [
    {
      path: `/plans/${of.plan.id}`,
      text: NAMES.people[0],
      opens: [reviewOfRows('Pause {count}'), reviewOfRows('Cancel {count}', 'Cancel them')],
    },
    { path: `/plans/${of.draftPlan.id}`, text: NAMES.people[0], opens: [review('Fund it')] },
  ],
  '/plans/$id/change': [{ path: `/plans/${of.plan.id}/change`, text: NAMES.people[0] }],
  '/plans/$id/report': [{ path: `/plans/${of.plan.id}/report` }],
  '/plans/$id/renew': [{ path: `/plans/${of.plan.id}/renew`, text: NAMES.people[0] }],
});

/** Pages of no record, and of records that are not shown to everybody. */
const ABSENT = '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2';
const REFUSED = [
  ...['streams', 'payments', 'currency-payments', 'locks', 'airdrops', 'plans', 'vaults', 'proposals', 'purses'],
  'claim',
];

const ABSENT_TOKEN = 'a1b2'.repeat(16);

/** The pages of a wallet without records, and those of records that are not there. */
export const EMPTY_PAGES: readonly Shown[] = [
  ...Object.values(WITHOUT_RECORDS)
    .flat()
    .map(({ path }) => ({ path })),
  ...REFUSED.map((product) => ({ path: `/${product}/${ABSENT}` })),
  { path: `/tokens/${ABSENT_TOKEN}` },
  { path: '/no/such/page' },
];

/** The pages of somebody who has connected no wallet: one of each route. */
export const pagesOfStrangers = (of: RecordsOfWallet): readonly Shown[] =>
  Object.values(pagesWith(of))
    .flatMap(([first]) => (first === undefined ? [] : [first]))
    .map(({ path }) => (path === '/home' ? { path, opens: [CHOOSER] } : { path }));

/** The pages with lists of a wallet's records. */
export const PAGES_OF_LISTS: readonly Shown[] = [
  ...[
    '/home',
    '/incoming',
    '/outgoing',
    '/inbox',
    '/plans',
    '/airdrops',
    '/vaults',
    '/activity',
    '/contacts',
    '/explore',
  ],
].map((path) => ({ path }));

/** Returns the routes of a page's router: `/streams/$id`. */
export const routesOf = ({ page }: ConsolePage): Promise<readonly string[]> =>
  // The router's own name for itself, which its development tools use.
  page.evaluate<readonly string[]>('Object.keys(globalThis.__TSR_ROUTER__.routesByPath)');

/** Returns the route of what a page shows. */
export const routeOn = ({ page }: ConsolePage): Promise<string> =>
  page.evaluate<string>('globalThis.__TSR_ROUTER__.state.matches.at(-1).fullPath');
