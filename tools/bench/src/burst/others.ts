import { setTimeout as sleep } from 'node:timers/promises';
import { createWeir } from '@weir/client';
import { createWallet, type Wallet } from '@weir/wallet';

/** Somebody who has signed in, in a network of their own. */
export interface Person {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  get(path: string): Promise<Response>;
  post(path: string, body: object): Promise<Response>;
  createStream(): Promise<Response>;
}

let people = 0;

export const streamBody = ({ address }: Pick<Wallet, 'address'>): object => ({
  recipient: address,
  totalAmount: 1,
  streamType: 'LINEAR',
});

/** Returns another network, as a proxy would name it. */
export const newNetwork = (): string => {
  people += 1;
  return `198.18.${people >> 8}.${people & 255}`;
};

/** Signs somebody new in. @throws Error where that fails */
export const newPerson = async (url: string): Promise<Person> => {
  const network = newNetwork();
  const wallet = createWallet({ privateKey: `burst ${network}`, broadcast: () => Promise.reject(new Error('none')) });
  const { address } = wallet;
  const content = { 'content-type': 'application/json', 'x-forwarded-for': network };
  const weir = createWeir({
    baseUrl: url,
    fetch(request) {
      request.headers.set('x-forwarded-for', network);
      return fetch(request);
    },
  });
  const { bearer } = await weir.signIn({ wallet });
  const headers = { ...content, authorization: `Bearer ${bearer}` };
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    address,
    headers,
    get: (path) => fetch(`${url}${path}`, { headers: { 'x-forwarded-for': network } }),
    post,
    createStream: () => post('/api/streams/create', streamBody(wallet)),
  };
};

/** One answer to somebody else during a burst. */
export interface OthersAnswer {
  readonly what: string;
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly ms: number;
}

const READY = '/ready';
const READY_EVERY_MS = 50;
/** A person's pause between two requests, milliseconds. */
const THINKS_MS = 100;

/** What each person asks for, over and over: reads, a sign-in's beginning and a creation. */
const askAll = (person: Person, id: string): readonly (readonly [string, () => Promise<Response>])[] => [
  ['list', () => person.get('/api/streams?limit=5')],
  ['stream', () => person.get(`/api/streams/${id}`)],
  ['nonce', () => person.post('/api/auth/nonce', { address: person.address })],
  ['create', () => person.createStream()],
];

/** Asks on behalf of others, each from a network of their own, one request after another, until `done`. */
export const askAsOthers = async (
  people: readonly Person[],
  id: string,
  url: string,
  done: Promise<unknown>,
): Promise<readonly OthersAnswer[]> => {
  const answers: OthersAnswer[] = [];
  let isOver = false;
  void done.finally(() => (isOver = true));
  const measure = async (what: string, ask: () => Promise<Response>): Promise<void> => {
    const began = performance.now();
    const status = await ask().then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    answers.push({ what, status, ms: performance.now() - began });
  };
  const asking = people.map(async (person, index) => {
    const all = askAll(person, id);
    for (let turn = index; !isOver; turn += 1) {
      const [what, ask] = all[turn % all.length] ?? [];
      if (what !== undefined && ask !== undefined) await measure(what, ask);
      await sleep(THINKS_MS);
    }
  });
  const probing = async (): Promise<void> => {
    while (!isOver) {
      await measure(READY, () => fetch(`${url}${READY}`));
      await sleep(READY_EVERY_MS);
    }
  };
  await Promise.all([...asking, probing()]);
  return answers;
};

export const isProbe = ({ what }: OthersAnswer): boolean => what === READY;
