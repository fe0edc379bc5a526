import { BEARER_SCHEME, CALLER_HEADER, CALLER_SCHEME } from '@weir/api-contract';
import { versionOf, type SwaggerOptions } from '@weir/http';
import { COMMON_PROPERTIES } from './common-properties.js';

/** General information of the API's OpenAPI document. */
export const DESCRIPTION: SwaggerOptions = {
  title: 'Weir',
  version: versionOf(new URL('../package.json', import.meta.url)),
  contact: { name: 'The developers of Weir' },
  properties: COMMON_PROPERTIES,
  description:
    'Vesting streams, recurring payments, airdrops and treasury vaults on Bitcoin Cash, in BCH and CashTokens, enforced by covenants. The service builds transactions, wallets sign them; it holds no keys. Amounts are decimal BCH, of tokens whole base units, with the exact satoshis or units as text beside them, and as decimal text where the decimals of the token are known. Times are Unix seconds; those of vaults and proposals ISO 8601.\n\nEach route says who may call it. **Caller**: `required`: 401 without one. `in-body`: the same with AUTH_MODE=signed; with AUTH_MODE=header an address in the body may stand for the caller. `authenticated`: 401 without a bearer, in either mode. `optionally-authenticated`: optional, and a bearer counts in either mode; with AUTH_MODE=signed a caller without one is anonymous. `optional`: used where given. `lenient`: used where it is valid, else ignored; no request is refused for its caller. `none`: ignored. With AUTH_MODE=header the caller is the address in `x-user-address`; with AUTH_MODE=signed it is every address that the bearer was issued to; the header may name those that a request acts for, and one that names another is refused (403). Either may be several addresses of one wallet: any of them may have the role, and the first counts where one has to be chosen. **Role**: who the caller must be (403 otherwise). Routes for anyone are open on purpose: wallets authorise what moves money, and confirm routes rely on the chain alone. **States**: the states of the record in which the route works (409 otherwise). A confirm repeated with a recorded hash answers the same success in any state.',
  tags: [
    { name: 'auth', description: 'Proving who calls: ask for a message, sign it with the wallet, get a bearer token.' },
    {
      name: 'streams',
      description: 'Vesting streams. Build an action, sign it with a wallet, confirm it by its hash.',
    },
    {
      name: 'locks',
      description:
        'Streams that nobody can cancel: the amount unlocks over time, or all at once at a date. These routes create them; the routes of streams do the rest.',
    },
    { name: 'payments', description: 'Recurring payments: the same steps, with pauses.' },
    {
      name: 'payments in a currency',
      description:
        'Recurring payments of an amount in a currency, in BCH at an oracle’s price. Anybody tops them up; the service pays them.',
    },
    {
      name: 'plans',
      description: 'Lists of streams, salaries or locks: one signature opens hundreds, one cancels a team.',
    },
    {
      name: 'moves',
      description:
        'Recipients who move to another address: announced by them, finished by anybody after a delay, undone until then.',
    },
    { name: 'airdrops', description: 'Campaigns of claims, for a list or for everybody.' },
    { name: 'vaults', description: 'Treasuries that any two of three signers spend from.' },
    { name: 'purses', description: 'Money of a vault that one key pays out within a limit that refills with blocks.' },
    {
      name: 'recoveries',
      description:
        'Rosters whose signers are lost: their guardian calls a recovery after silence, any signer stops it, and after a review it is ended.',
    },
    { name: 'proposals', description: 'Payouts and other steps of a vault: proposed, signed by two, executed.' },
    { name: 'explorer', description: 'All products in one list.' },
    { name: 'tokens', description: 'Names of tokens.' },
    { name: 'exports', description: 'Every payment to and from an address, for accountants.' },
    { name: 'events', description: 'What happens to records, as it happens.' },
    { name: 'people', description: 'An inbox, calendars and e-mail for the holder of an address.' },
    { name: 'webhooks', description: 'Events sent to servers of proven callers.' },
    { name: 'indexer', description: 'Data of the indexer, if one is connected.' },
    { name: 'transactions', description: 'Broadcasting signed transactions.' },
    { name: 'process', description: 'For operators.' },
  ],
  securitySchemes: {
    [CALLER_SCHEME]: {
      type: 'apiKey',
      in: 'header',
      name: CALLER_HEADER,
      description:
        "The caller's cash address, or up to 50 of one wallet separated by commas; trusted with AUTH_MODE=header.",
    },
    [BEARER_SCHEME]: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A proven caller, by /api/auth/nonce and /api/auth/verify (AUTH_MODE=signed).',
    },
  },
};
