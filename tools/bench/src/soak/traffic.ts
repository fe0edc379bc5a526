import { setTimeout as sleep } from 'node:timers/promises';
import { RefusedError } from './client.js';
import type { Figures } from './figures.js';
import { listedAirdropLife, publicAirdropLife } from './lives/airdrops.js';
import { paidPaymentLife, paymentLife } from './lives/payments.js';
import { nonsenseLife, readerLife, signInLife } from './lives/readers.js';
import { slowClientsLife } from './lives/slow.js';
import { streamLife } from './lives/streams.js';
import { vaultLife } from './lives/vaults.js';
import type { World } from './world.js';

type Life = (world: World) => Promise<void>;

/** Seconds that pass on the chain with each block. */
const BLOCK_SECONDS = 1_800;
const BLOCK_MS = 1_500;

/** How many live each life at once. */
const population = (apiUrl: string, indexerUrl: string): readonly (readonly [string, number, Life])[] => [
  ['stream completed', 2, (world) => streamLife(world, 'BCH', 'complete')],
  ['stream cancelled', 2, (world) => streamLife(world, 'BCH', 'cancel')],
  ['token stream', 1, (world) => streamLife(world, 'tokens', 'cancel')],
  ['payment', 1, paymentLife],
  ['paid payment', 1, paidPaymentLife],
  ['vault', 2, vaultLife],
  ['listed airdrop', 1, listedAirdropLife],
  ['public airdrop', 1, publicAirdropLife],
  ['reader', 3, readerLife],
  ['sign-in', 1, signInLife],
  ['nonsense', 1, nonsenseLife],
  ['slow clients of the api', 1, slowClientsLife(apiUrl)],
  ['slow clients of the indexer', 1, slowClientsLife(indexerUrl)],
];

/** Lives the same life again and again. A refusal in it is a failure: each life asks only for what it may have. */
const repeat = async (
  name: string,
  life: Life,
  world: World,
  figures: Figures,
  lived: Map<string, number>,
): Promise<void> => {
  while (!world.isOver()) {
    try {
      await life(world);
      lived.set(name, (lived.get(name) ?? 0) + 1);
    } catch (error) {
      if (world.isOver() && error instanceof RefusedError) return;
      figures.fail(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      await sleep(500);
    }
  }
};

const mineOn = async ({ control, isOver }: World): Promise<void> => {
  while (!isOver()) {
    await control.advanceTime(BLOCK_SECONDS);
    await control.mine();
    await sleep(BLOCK_MS);
  }
};

/** All traffic until the world is over. @returns how often each life was lived */
export const runTraffic = async (
  world: World,
  figures: Figures,
  apiUrl: string,
  indexerUrl: string,
): Promise<ReadonlyMap<string, number>> => {
  const lived = new Map<string, number>();
  const lives = population(apiUrl, indexerUrl).flatMap(([name, count, life]) =>
    Array.from({ length: count }, () => repeat(name, life, world, figures, lived)),
  );
  await Promise.all([mineOn(world), ...lives]);
  return lived;
};
