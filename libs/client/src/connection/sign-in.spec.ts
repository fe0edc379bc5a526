import createClient from 'openapi-fetch';
import type { paths } from '../generated/api.js';
import type { Wallet } from '../wallet.js';
import { prove } from './prove.js';
import type { Session } from './session.js';
import { createSessions } from './sign-in.js';

const loadProof = () => Promise.resolve(prove);

const ADDRESS = 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07';
const EXPIRES = 4_000_000_000;

const json = (body: object): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

/** A service that grants every proof; the first request of all is answered only by its abort where `holdsFirst`. */
const createService = (holdsFirst: boolean) => {
  const nonces: string[] = [];
  const api = createClient<paths>({
    baseUrl: 'https://api.example',
    async fetch({ url, signal }) {
      if (!url.endsWith('/nonce')) return json({ bearer: 'granted', expiresAt: EXPIRES });
      nonces.push(url);
      if (holdsFirst && nonces.length === 1)
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
      return json({ nonceId: '1', message: 'Sign in', expiresAt: EXPIRES });
    },
  });
  return { api, nonces };
};

const createAskedWallet = () => {
  const signed: string[] = [];
  const wallet: Wallet = {
    getAddresses: () => Promise.resolve([ADDRESS]),
    signTransaction: () => Promise.reject(new Error('There is nothing to sign')),
    async signMessage(message) {
      signed.push(message);
      await new Promise((resolve) => setImmediate(resolve));
      return 'signature';
    },
  };
  return { wallet, signed };
};

describe('createSessions', () => {
  it('asks the wallet once, however many wait for the same proof', async () => {
    const { wallet, signed } = createAskedWallet();
    const sessions = createSessions(createService(false).api, () => Promise.resolve(), loadProof);
    const proofs = await Promise.all([1, 2, 3].map(() => sessions.signIn(wallet, ADDRESS)));
    expect(proofs.map(({ bearer }) => bearer)).toEqual(['granted', 'granted', 'granted']);
    expect(signed).toEqual(['Sign in']);
    expect(sessions.current(ADDRESS)?.bearer).toBe('granted');
  });

  it('asks once more, not once for each who waited, where the first gave up', async () => {
    const { wallet, signed } = createAskedWallet();
    const { api, nonces } = createService(true);
    const sessions = createSessions(api, () => Promise.resolve(), loadProof);
    const abort = new AbortController();
    const first = expect(sessions.signIn(wallet, ADDRESS, abort.signal)).rejects.toThrow('The page was closed');
    const others = [2, 3].map(() => sessions.signIn(wallet, ADDRESS));
    while (nonces.length === 0) await new Promise((resolve) => setImmediate(resolve));
    abort.abort(new Error('The page was closed'));
    await first;
    await Promise.all(others);
    expect({ nonces: nonces.length, signed }).toEqual({ nonces: 2, signed: ['Sign in'] });
  });

  it('keeps a session for the next run, until it is dropped', async () => {
    let kept: readonly Session[] = [];
    const store = {
      load: () => kept,
      save: (sessions: readonly Session[]) => {
        kept = sessions;
      },
    };
    const { api } = createService(false);
    const { wallet } = createAskedWallet();
    const first = createSessions(api, () => Promise.resolve(), loadProof, store);
    const session = await first.signIn(wallet, ADDRESS);
    const next = createSessions(api, () => Promise.resolve(), loadProof, store);
    expect(next.current(ADDRESS)).toEqual(session);
    next.drop(ADDRESS);
    expect(kept).toEqual([]);
    expect(createSessions(api, () => Promise.resolve(), loadProof, store).current(ADDRESS)).toBeUndefined();
  });
});
