import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { createDoctorRepository } from '@weir/infra';
import { CHAIN_FAULTS } from '@weir/services';
import { useCurrencyFixture } from '../support/currency-scenario.js';
import { createStream } from '../support/stream-scenario.js';
import { findAndRepair } from './support/find-and-repair.js';
import { DEAD_OUTBOX } from './support/injected-faults/events.js';
import { INJECTED_FAULTS } from './support/injected-faults/injected-faults.js';
import { createWorld, openSurgery, type Surgery, type World } from './support/world.js';

const fixture = useCurrencyFixture();
let surgery: Surgery;
let world: World;
beforeAll(async () => {
  world = await createWorld(fixture);
  surgery = await openSurgery(fixture);
  // Nobody watches here: the first look notes the blocks of what was mined since it was recorded.
  await surgery.run(true);
});
afterAll(() => surgery.close());

/** Codes of the table in the operators' manual. */
const documented = async (): Promise<readonly string[]> => {
  const manual = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const rows = manual.slice(manual.indexOf('| Fault | Meaning |')).split('\n\n')[0]?.split('\n').slice(2) ?? [];
  return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, fault = '']) => fault));
};

describe('the doctor', () => {
  it('has every fault that it knows among the injected ones, and in the manual', async () => {
    const known = [...new Set([...CHAIN_FAULTS, ...createDoctorRepository(surgery.database).checks])].sort();
    const injected = new Set([...INJECTED_FAULTS, DEAD_OUTBOX].map(({ fault }) => fault));
    expect([...injected, 'wrong-terms'].sort()).toEqual(known);
    expect([...(await documented())].sort()).toEqual(known);
  });

  it('finds nothing in records that are as the chain has them', async () => {
    const { examined, findings } = await surgery.run(false);
    expect(findings).toEqual([]);
    expect(examined).toMatchObject({ streams: 10, currency: 1, vaults: 4 });
    expect(examined.lanes).toBeGreaterThanOrEqual(2);
  });

  it.each(INJECTED_FAULTS)('finds and repairs $fault', (injected) =>
    findAndRepair(injected, surgery, { fixture, world }),
  );

  it('leaves to a person what it cannot know', async () => {
    await sql`UPDATE streams SET total_amount = total_amount + 1 WHERE id = ${world.stream.id}`.execute(
      surgery.database,
    );
    const { findings } = await surgery.run(true);
    expect(findings).toMatchObject([{ fault: 'wrong-terms', outcome: 'left' }]);
    await sql`UPDATE streams SET total_amount = total_amount - 1 WHERE id = ${world.stream.id}`.execute(
      surgery.database,
    );
    expect((await surgery.run(false)).findings).toEqual([]);
  });

  it('leaves to a person an unfunded record whose announcement is damaged', async () => {
    const { id } = await createStream(fixture);
    await sql`UPDATE streams SET plan_announcement = '6a00' WHERE id = ${id}`.execute(surgery.database);
    expect((await surgery.run(true)).findings).toMatchObject([{ fault: 'wrong-terms', outcome: 'left' }]);
    await sql`DELETE FROM plan_fundings WHERE id = (SELECT plan_funding_id FROM streams WHERE id = ${id})`.execute(
      surgery.database,
    );
    expect((await surgery.run(false)).findings).toEqual([]);
  });
});
