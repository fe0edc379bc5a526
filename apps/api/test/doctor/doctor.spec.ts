import { sql } from 'kysely';
import { useFixture } from '../support/fixture.js';
import { dump } from './support/dump.js';
import { PLANTS } from './support/plants.js';
import { createWorld, openSurgery, type Surgery, type World } from './support/world.js';

const fixture = useFixture();
let surgery: Surgery;
let world: World;
beforeAll(async () => {
  world = await createWorld(fixture);
  surgery = await openSurgery(fixture);
  // Nobody watches here: the first look notes the blocks of what was mined since it was recorded.
  await surgery.run(true);
});
afterAll(() => surgery.close());

describe('the doctor', () => {
  it('finds nothing in records that are as the chain has them', async () => {
    const { examined, findings } = await surgery.run(false);
    expect(findings).toEqual([]);
    expect(examined).toMatchObject({ streams: 10, vaults: 1 });
    expect(examined.lanes).toBeGreaterThanOrEqual(2);
  });

  it.each(PLANTS)('finds and heals $fault', async ({ fault, plant, finds = [], leaves = [] }) => {
    const before = await dump(surgery.database, leaves);
    await plant({ ...surgery, fixture, world });

    const planted = await dump(surgery.database);
    const found = await surgery.run(false);
    expect([...new Set(found.findings.map((finding) => finding.fault))].sort()).toEqual([fault, ...finds].sort());
    expect(found.findings.every(({ outcome }) => outcome === 'found')).toBe(true);
    expect(await dump(surgery.database)).toEqual(planted);

    const healed = await surgery.run(true);
    expect(healed.findings.map(({ outcome }) => outcome)).toEqual(healed.findings.map(() => 'healed'));
    expect((await surgery.run(false)).findings).toEqual([]);
    if (!leaves.includes('*')) expect(await dump(surgery.database, leaves)).toEqual(before);
  });

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
});
