import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { EventFilters, WeirEvent } from '@weir/client';
import { creationOf, devChain, kindsOf, type Life, LIVES, type LifeStage } from '@weir/lives';
import { createDemoWallets } from '../../dev-kit/demo-wallets.js';
import { UsageError } from '../../usage-error.js';
import type { Command, Surroundings } from '../command.types.js';
import { explained, findServices, type LocalServices } from '../local-stack.js';

/** Events that no transaction of the demo wallets makes, and what does. */
const ELSEWHERE: Readonly<Partial<Record<WeirEvent['kind'], string>>> = {
  expired: 'start the stack with --set PENDING_TTL=1, and create something that nobody funds',
  at_risk: 'nodes have to ask a higher fee rate than a push pays: see docs/api/events.md',
  reverted: 'a block has to lose a transaction for good, which the dev kit does not do',
};

/** The longest wait for an event after what causes it, milliseconds: watchers look at each block. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 20;

const isProduct = (text: string): text is WeirEvent['product'] => Object.hasOwn(LIVES, text);
const PRODUCTS = Object.keys(LIVES).filter(isProduct);

const parse = (text: string | undefined): readonly [product: WeirEvent['product'], kind: WeirEvent['kind']] => {
  const [product = '', word = ''] = (text ?? '').split('.');
  if (!isProduct(product))
    throw new UsageError(`"${text ?? ''}" is not an event: begin with one of ${PRODUCTS.join(', ')}`);
  const kind = kindsOf(product).find((each) => each === word);
  if (kind !== undefined) return [product, kind];
  const elsewhere = Object.entries(ELSEWHERE).find(([each]) => each === word);
  throw new UsageError(
    elsewhere === undefined
      ? `A ${product} has no event "${word}" that can be made; it has ${kindsOf(product).join(', ')}`
      : `${product}.${word} cannot be made from here: ${elsewhere[1]}`,
  );
};

/** Lives a record up to the chapter that makes an event. @returns its id */
const live = async (lives: readonly Life[], kind: WeirEvent['kind'], isCreation: boolean, stage: LifeStage) => {
  const chosen = isCreation
    ? lives[0]
    : lives.find(({ chapters }) => chapters.some(({ kinds }) => kinds.includes(kind)));
  if (chosen === undefined) throw new Error(`Nothing makes ${kind}`);
  const record = await chosen.create(stage);
  if (isCreation) return record.id;
  for (const chapter of chosen.chapters) {
    await chapter.act(record, stage);
    if (chapter.kinds.includes(kind)) break;
  }
  return record.id;
};

const openStage = async ({ weir, devUrl }: LocalServices): Promise<LifeStage> => {
  // The dev kit gives the demo wallets their coins when it is first asked for them.
  await weir.dev.chain();
  await fetch(`${devUrl}/env`);
  return { weir, wallets: createDemoWallets(), chain: devChain(weir.dev) };
};

/** Collects events of a kind from now on. @param signal ends it */
const collect = async ({ weir }: LocalServices, filters: EventFilters, signal: AbortSignal) => {
  const seen: WeirEvent[] = [];
  await new Promise<void>((resolve, reject) => {
    const follow = async (): Promise<void> => {
      for await (const event of weir.events(filters, { signal, onOpen: () => resolve() })) seen.push(event);
    };
    follow().catch((error: unknown) => reject(error instanceof Error ? error : new Error(String(error))));
  });
  return seen;
};

/** Makes an event of a new record. @returns it */
const make = async (
  services: LocalServices,
  product: WeirEvent['product'],
  kind: WeirEvent['kind'],
  signal: AbortSignal,
): Promise<WeirEvent> => {
  const stage = await openStage(services);
  const ended = new AbortController();
  const end = (): void => ended.abort();
  signal.addEventListener('abort', end, { once: true });
  try {
    const seen = await collect(services, { products: [product], kinds: [kind] }, ended.signal);
    const id = await live(LIVES[product], kind, kind === creationOf(product), stage);
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
      const found = seen.find(({ record }) => record.id === id);
      if (found !== undefined) return found;
      await sleep(PAUSE_MS, undefined, { signal: ended.signal });
    }
    throw new Error(`${product}.${kind} of ${id} did not come within ${PATIENCE_MS / 1_000} s`);
  } finally {
    signal.removeEventListener('abort', end);
    ended.abort();
  }
};

const run = async (args: readonly string[], surroundings: Surroundings): Promise<number> => {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { list: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const { print, signal } = surroundings;
  if (values.list) {
    for (const product of PRODUCTS) for (const kind of kindsOf(product)) print(`${product}.${kind}`);
    return 0;
  }
  const [asked, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`"${rest.join(' ')}" is too much: one event at a time`);
  const [product, kind] = parse(asked);
  try {
    const { record, txHash } = await make(findServices(surroundings), product, kind, signal);
    print(`${product}.${kind}  ${record.displayId ?? record.id}  ${record.id}${txHash === null ? '' : `  ${txHash}`}`);
    return 0;
  } catch (error) {
    throw explained(error);
  }
};

/** `weir trigger`. */
export const trigger: Command = {
  usage: `npm run weir -- trigger <product>.<kind>     such as stream.claimed
npm run weir -- trigger --list              all of them
Alice, Bob and Carol (docs/local.md) do what causes it, with a new record: time may pass on the chain, and blocks are mined.`,
  run,
};
