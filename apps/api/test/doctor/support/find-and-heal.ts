import type { Fixture } from '../../support/fixture.js';
import { dump } from './dump.js';
import type { Plant } from './plants/plant.js';
import type { Surgery, World } from './world.js';

/** Plants a fault, and expects the doctor to name it alone, to change nothing until it is told to, and then to heal it. */
export const findAndHeal = async (
  { fault, plant, finds = [], leaves = [] }: Plant,
  surgery: Surgery,
  scene: { readonly fixture: Fixture; readonly world: World },
): Promise<void> => {
  const before = await dump(surgery.database, leaves);
  await plant({ ...surgery, ...scene });

  const planted = await dump(surgery.database);
  const found = await surgery.run(false);
  expect([...new Set(found.findings.map((finding) => finding.fault))].sort()).toEqual([fault, ...finds].sort());
  expect(found.findings.every(({ outcome }) => outcome === 'found')).toBe(true);
  expect(await dump(surgery.database)).toEqual(planted);

  const healed = await surgery.run(true);
  expect(healed.findings.map(({ outcome }) => outcome)).toEqual(healed.findings.map(() => 'healed'));
  expect((await surgery.run(false)).findings).toEqual([]);
  if (!leaves.includes('*')) expect(await dump(surgery.database, leaves)).toEqual(before);
};
