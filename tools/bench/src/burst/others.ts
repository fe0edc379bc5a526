import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from './person.js';

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

/** Whether an answer is that of the readiness probe. */
export const isProbe = ({ what }: OthersAnswer): boolean => what === READY;
