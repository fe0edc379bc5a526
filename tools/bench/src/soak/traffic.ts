import { setTimeout as sleep } from 'node:timers/promises';
import { isWeirError } from '@weir/client';
import type { Figures } from './client.js';
import type { Fixture } from './fixture.js';
import { nonsenseScenario, readerScenario, signInScenario, slowClientsScenario } from './readers.js';
import {
  listedAirdropScenario,
  paidPaymentScenario,
  paymentScenario,
  planScenario,
  publicAirdropScenario,
  streamScenario,
  vaultScenario,
} from './scenarios.js';

type Scenario = (fixture: Fixture) => Promise<void>;

/** Seconds that pass on the chain with each block. */
const BLOCK_SECONDS = 1_800;
const BLOCK_MS = 1_500;

/** Concurrent runs of each scenario. */
const population = (apiUrl: string, indexerUrl: string): readonly (readonly [string, number, Scenario])[] => [
  ['stream completed', 2, (fixture) => streamScenario(fixture, 'BCH', 'complete')],
  ['stream cancelled', 2, (fixture) => streamScenario(fixture, 'BCH', 'cancel')],
  ['token stream', 1, (fixture) => streamScenario(fixture, 'tokens', 'cancel')],
  ['plan', 1, planScenario],
  ['payment', 1, paymentScenario],
  ['paid payment', 1, paidPaymentScenario],
  ['vault', 2, vaultScenario],
  ['listed airdrop', 1, listedAirdropScenario],
  ['public airdrop', 1, publicAirdropScenario],
  ['reader', 3, readerScenario],
  ['sign-in', 1, signInScenario],
  ['nonsense', 1, nonsenseScenario],
  ['slow clients of the api', 1, slowClientsScenario(apiUrl)],
  ['slow clients of the indexer', 1, slowClientsScenario(indexerUrl)],
];

/** Repeats a scenario. A refusal is a failure, since scenarios only ask for what they may have. */
const repeat = async (
  name: string,
  scenario: Scenario,
  fixture: Fixture,
  figures: Figures,
  runs: Map<string, number>,
): Promise<void> => {
  while (!fixture.isOver()) {
    try {
      await scenario(fixture);
      runs.set(name, (runs.get(name) ?? 0) + 1);
    } catch (error) {
      if (fixture.isOver() && isWeirError(error)) return;
      figures.fail(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      await sleep(500);
    }
  }
};

const mineOn = async ({ control, isOver }: Fixture): Promise<void> => {
  while (!isOver()) {
    await control.advanceTime(BLOCK_SECONDS);
    await control.mine();
    await sleep(BLOCK_MS);
  }
};

/** Runs all traffic until the fixture ends. @returns how often each scenario ran */
export const runTraffic = async (
  fixture: Fixture,
  figures: Figures,
  apiUrl: string,
  indexerUrl: string,
): Promise<ReadonlyMap<string, number>> => {
  const runs = new Map<string, number>();
  const scenarios = population(apiUrl, indexerUrl).flatMap(([name, count, scenario]) =>
    Array.from({ length: count }, () => repeat(name, scenario, fixture, figures, runs)),
  );
  await Promise.all([mineOn(fixture), ...scenarios]);
  return runs;
};
