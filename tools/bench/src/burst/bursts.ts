import { CashAddressType, encodeCashAddress } from '@bitauth/libauth';
import { hashOf } from '../merkle/recipients.js';
import { newNetwork, newPerson, type Person, streamBody } from './others.js';
import type { Burst } from './start-stranger.js';

/** A kind of burst: prepares what its requests need, and returns these. */
export type BurstKind = (url: string, count: number) => Promise<Burst['requests']>;

const LISTS_PER_CAMPAIGN = 20;
const ROWS = 100;
const AMOUNT = 0.001;

/** Preparing from another network leaves the burst's own its whole allowance. */
const fromElsewhere = async (person: Person, url: string, path: string, body: object): Promise<unknown> => {
  const headers = { ...person.headers, 'x-forwarded-for': newNetwork() };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
};

const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const nonces: BurstKind = async (url, count) => {
  const { address, headers } = await newPerson(url);
  return repeat(count, () => ({ path: '/api/auth/nonce', headers, body: JSON.stringify({ address }) }));
};

const creations: BurstKind = async (url, count) => {
  const { address, headers } = await newPerson(url);
  return repeat(count, () => ({ path: '/api/streams/create', headers, body: JSON.stringify(streamBody({ address })) }));
};

const webhookTests: BurstKind = async (url, count) => {
  const person = await newPerson(url);
  const { webhook } = (await fromElsewhere(person, url, '/api/webhooks', {
    url: 'https://receiver.example/hook',
  })) as { readonly webhook: { readonly id: string } };
  const path = `/api/webhooks/${webhook.id}/test`;
  return repeat(count, () => ({ path, headers: person.headers, body: '{}' }));
};

const uploads: BurstKind = async (url, count) => {
  const person = await newPerson(url);
  const paths: string[] = [];
  for (let made = 0; made < count; made += LISTS_PER_CAMPAIGN) {
    const { campaign } = (await fromElsewhere(person, url, '/api/airdrops/create', {
      title: 'Burst',
      totalAmount: ROWS * AMOUNT * 10,
      requireKyc: true,
    })) as { readonly campaign: { readonly id: string } };
    paths.push(`/api/airdrops/${campaign.id}/generate-merkle`);
  }
  const lines = repeat(count + ROWS, (at) => {
    const { address } = encodeCashAddress({ payload: hashOf(at), prefix: 'bchtest', type: CashAddressType.p2pkh });
    return `${address},${AMOUNT}`;
  });
  return repeat(count, (at) => ({
    path: paths[Math.floor(at / LISTS_PER_CAMPAIGN)] ?? '',
    headers: { ...person.headers, 'content-type': 'text/csv' },
    // Another list each time.
    body: lines.slice(at, at + ROWS).join('\n'),
  }));
};

/** The bursts by name; `nonces` are what the others are measured against. */
export const BURSTS = { nonces, creations, 'webhook tests': webhookTests, uploads } as const;
