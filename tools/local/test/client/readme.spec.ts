import { readFile } from 'node:fs/promises';
import { type Weir, createWeir } from '@weir/client';
import { runTypescript, blocksOf } from '../support/typescript-examples.js';
import { startFixture, type Fixture } from './support/fixture.js';

const README = 'libs/client/README.md';

let fixture: Fixture;
let beginning: string;
let examples: readonly string[];
beforeAll(async () => {
  fixture = await startFixture();
  const [first = '', ...others] = await blocksOf(README, 'ts');
  [beginning, examples] = [first, others];
});
afterAll(() => fixture.stop());

it('every example of the README runs below its beginning, and every method is in one', async () => {
  expect(examples.length).toBeGreaterThanOrEqual(9);
  for (const example of examples) {
    try {
      await runTypescript(`${beginning}\n${example}`, fixture.stack);
    } catch (error) {
      throw new Error(`${example.slice(0, 200)}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
  const text = await readFile(new URL(`../../../../${README}`, import.meta.url), 'utf8');
  for (const name of NAMED) expect([name, text.includes(`.${name}(`)]).toEqual([name, true]);
  const shown = [beginning, ...examples].join('\n');
  const missing = methodsOf(createWeir({ baseUrl: fixture.stack.apiUrl })).filter(
    (method) => !shown.includes(`.${method}(`) && !NAMED.has(method),
  );
  expect(missing).toEqual([]);
});

/** Methods that the text names beside the examples. */
const NAMED = new Set([
  'paydays',
  'refund',
  'state',
  'addViewer',
  'signIn',
  'isSignedIn',
  'signOut',
  'lanes',
  'subscribeMail',
  'removeMail',
  'noteTerms',
  'proposeExchange',
  'recovery',
  'callRecovery',
  'vetoRecovery',
  'finishRecovery',
]);

/** Every function of the client and of what it hands out. */
const methodsOf = (weir: Weir): readonly string[] => {
  const products = [weir.streams, weir.payments, weir.plans, weir.airdrops];
  const handles = [...products, weir.vaults, weir.proposals, weir.webhooks];
  const parts = [
    ...[weir, ...handles, ...handles.map((handle) => handle.at('none'))],
    ...[weir.locks, weir.explorer, weir.people, weir.indexer, weir.dev],
  ];
  return parts.flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) => (typeof value === 'function' ? [name] : [])),
  );
};
