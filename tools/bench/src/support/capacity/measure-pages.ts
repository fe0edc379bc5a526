import { hexToBin } from '@bitauth/libauth';
import { addressOf } from '@weir/covenants';
import { encodeCursor } from '@weir/infra';
import { timed } from '../timed.js';
import { recipientHashOf, senderHashOf, streamIdOf } from './seed-capacity.js';

/** Requests of each kind. */
const TURNS = 200;
const COLD_TURNS = 40;
/** Odd, and of no use but to jump about. */
const STRIDE = 0x9e3779b1;

/** Gets a path of the API. @throws Error where it answers with an error */
const get = async (url: string, path: string): Promise<void> => {
  const response = await fetch(`${url}${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
};

const kindsOf = (streams: number): ReadonlyMap<string, (turn: number) => string> => {
  // Another stream each time, so that no answer comes from the cache, and few pages from memory.
  const streamAt = (turn: number): number => (Math.imul(turn + 1, STRIDE) >>> 0) % streams;
  const place = (turn: number): string =>
    encodeCursor({
      createdAt: BigInt(1_700_000_000 + streamAt(turn)),
      id: 'ffffffff-ffff-7fff-bfff-ffffffffffff',
    });
  const sender = (turn: number): string => `sender=${addressOf(hexToBin(senderHashOf(streamAt(turn))), 'devnet')}`;
  const recipient = (turn: number): string =>
    `recipient=${addressOf(hexToBin(recipientHashOf(streamAt(turn))), 'devnet')}`;
  const list = '/api/streams?limit=50';
  const explorer = '/api/explorer/activity?limit=50';
  return new Map([
    ['list, first page', (turn) => `${list}&once=${turn}`],
    ['list, anywhere', (turn) => `${list}&cursor=${place(turn)}`],
    ['list of ACTIVE (one of a hundred), anywhere', (turn) => `${list}&status=ACTIVE&cursor=${place(turn)}`],
    ['list of a sender', (turn) => `${list}&${sender(turn)}`],
    ['list of a recipient', (turn) => `${list}&${recipient(turn)}`],
    ['list of an address, either side', (turn) => `${list}&${sender(turn).replace('sender', 'address')}`],
    ['list of a pair and status', (turn) => `${list}&${sender(turn)}&${recipient(turn)}&status=COMPLETED`],
    ['explorer, first page', (turn) => `${explorer}&once=${turn}`],
    ['explorer, anywhere', (turn) => `${explorer}&cursor=${place(turn)}`],
    ['explorer, ACTIVE, anywhere', (turn) => `${explorer}&status=ACTIVE&cursor=${place(turn)}`],
    ['explorer, one product and token', (turn) => `${explorer}&type=vesting&token=BCH&cursor=${place(turn)}`],
    ['one stream with its claims', (turn) => `/api/streams/${streamIdOf(streamAt(turn))}`],
    ['search of an id', (turn) => `/api/search?q=${streamIdOf(streamAt(turn))}`],
  ]);
};

/** Measures what is read of a database with so many streams, each kind of page by itself. @param isCold without warming up */
export const measurePages = async (
  url: string,
  streams: number,
  say: (what: string, found: string) => void,
  { isCold }: { readonly isCold: boolean },
): Promise<void> => {
  for (const [name, path] of kindsOf(streams)) {
    const [turns, from] = isCold ? [COLD_TURNS, 0] : [TURNS, 1_000];
    if (!isCold) await timed(TURNS / 10, (turn) => get(url, path(500 + turn)));
    say(name, await timed(turns, (turn) => get(url, path(from + turn))));
  }
};
