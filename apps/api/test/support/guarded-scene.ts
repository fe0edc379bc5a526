import { createWallet, type Wallet } from '@weir/wallet';
import { createActiveAirdrop, createAirdrop } from './airdrop-scenario.js';
import type { Client } from './client.js';
import { createActiveCurrency, startCurrencyFixture } from './currency-scenario.js';
import { forgeBearer, type BearerParts } from './forge-bearer.js';
import { createActiveLock } from './lock-scenario.js';
import { createActivePayment } from './payment-scenario.js';
import { createActivePlan, createPlan } from './plan-scenario.js';
import { openPurse } from './purse-scenario.js';
import { createActiveRoster } from './roster-scenario.js';
import { createActiveStream } from './stream-scenario.js';
import type { Scene } from './trials.js';
import { createActiveVault, propose } from './vault-scenario.js';
import { createWebhooks } from './webhook-receiver.js';

const SECRET = 'a secret of thirty-two characters';
const DOMAIN = 'app.example';

/** Settings of a replica that demands proof of its callers: see {@link bearer}. */
export const SIGNED = { AUTH_MODE: 'signed', AUTH_DOMAIN: DOMAIN, AUTH_SECRET: SECRET } as const;

/** Records of every kind, and a replica that demands proof of its callers. */
export interface GuardedScene extends Scene {
  readonly signed: Client;
}

/** Starts the service with a record of every kind. */
export const startScene = async (): Promise<Scene> => {
  const fixture = await startCurrencyFixture({ AUTH_DOMAIN: DOMAIN });
  const vault = await createActiveVault(fixture);
  const purse = await openPurse(fixture, vault);
  const proposal = await propose(fixture, vault);
  return {
    fixture,
    stream: await createActiveStream(fixture),
    lock: await createActiveLock(fixture),
    payment: await createActivePayment(fixture),
    currency: await createActiveCurrency(fixture),
    plan: await createActivePlan(fixture, 1),
    draft: await createPlan(fixture, 1),
    vault,
    roster: await createActiveRoster(fixture),
    purse,
    proposalId: proposal.id,
    campaign: await createActiveAirdrop(fixture),
    listed: await createAirdrop(fixture, { requireKyc: true, amountPerClaim: null }),
    webhooks: await createWebhooks(fixture, vault.creator),
  };
};

export const startGuardedScene = async (): Promise<GuardedScene> => {
  const scene = await startScene();
  return { ...scene, signed: await scene.fixture.replica(SIGNED) };
};

const now = (): number => Math.floor(Date.now() / 1000);

/** A bearer that is right in everything but the changes. */
export const bearer = (wallet: Wallet, changes: Partial<BearerParts> = {}): string => {
  const claims = { iss: DOMAIN, aud: 'devnet', sub: wallet.address, iat: now(), exp: now() + 600 };
  return forgeBearer({
    header: { alg: 'HS256', typ: 'JWT' },
    secret: SECRET,
    hash: 'sha256',
    ...changes,
    claims: { ...claims, ...changes.claims },
  });
};

/** Tokens that prove nothing. */
export const FORGED: readonly (readonly [string, (wallet: Wallet) => string])[] = [
  ['with another secret', (wallet) => bearer(wallet, { secret: 'another secret of the same length' })],
  ['without a secret', (wallet) => bearer(wallet, { secret: '' })],
  ['unsigned', (wallet) => bearer(wallet, { header: { alg: 'none' }, hash: null })],
  ['that says it is unsigned', (wallet) => bearer(wallet, { header: { alg: 'none' } })],
  ['without its signature', (wallet) => bearer(wallet, { hash: null })],
  ['with another algorithm', (wallet) => bearer(wallet, { header: { alg: 'HS512', typ: 'JWT' }, hash: 'sha512' })],
  ['with an algorithm of key pairs', (wallet) => bearer(wallet, { header: { alg: 'RS256', typ: 'JWT' } })],
  ['of another domain', (wallet) => bearer(wallet, { claims: { iss: 'evil.example' } })],
  ['of another network', (wallet) => bearer(wallet, { claims: { aud: 'mainnet' } })],
  ['of no domain', (wallet) => bearer(wallet, { claims: { iss: undefined } })],
  ['of no network', (wallet) => bearer(wallet, { claims: { aud: undefined } })],
  ['that never ends', (wallet) => bearer(wallet, { claims: { exp: undefined } })],
  ['of nobody', (wallet) => bearer(wallet, { claims: { sub: undefined } })],
  [
    'changed after signing',
    (wallet) => {
      const [header = '', claims = '', signature = ''] = bearer(wallet).split('.');
      const others = Buffer.from(claims, 'base64url')
        .toString()
        .replace(wallet.address, createWallet({ privateKey: 'x' }).address);
      return [header, Buffer.from(others).toString('base64url'), signature].join('.');
    },
  ],
  ['that is no token', () => 'nonsense'],
  ['that is empty', () => ''],
];

/** Of all {@link FORGED}, every fifth for one of many routes: together they try each kind on many of them. */
export const forgedFor = (route: number) => FORGED.filter((_, index) => index % 5 === route % 5);

/** Authorizations of other kinds. */
export const NO_BEARERS = ['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', 'Token x', 'x'.repeat(5_000)];

export const expired = (wallet: Wallet): string => bearer(wallet, { claims: { iat: now() - 1_801, exp: now() - 1 } });
