import type { Fixture } from '../../support/fixture.js';
import { dump } from './dump.js';
import type { InjectedFault } from './injected-faults/inject.js';
import type { Surgery, World } from './world.js';

/** Injects a fault, and expects the doctor to name it alone, to change nothing without --fix, and then to repair it. */
export const findAndRepair = async (
  { fault, inject, finds = [], leaves = [] }: InjectedFault,
  surgery: Surgery,
  scene: { readonly fixture: Fixture; readonly world: World },
): Promise<void> => {
  const before = await dump(surgery.database, leaves);
  await inject({ ...surgery, ...scene });

  const injected = await dump(surgery.database);
  const found = await surgery.run(false);
  expect([...new Set(found.findings.map((finding) => finding.fault))].sort()).toEqual([fault, ...finds].sort());
  expect(found.findings.every(({ outcome }) => outcome === 'found')).toBe(true);
  expect(await dump(surgery.database)).toEqual(injected);

  const repaired = await surgery.run(true);
  expect(repaired.findings.map(({ outcome }) => outcome)).toEqual(repaired.findings.map(() => 'repaired'));
  expect((await surgery.run(false)).findings).toEqual([]);
  if (!leaves.includes('*')) expect(await dump(surgery.database, leaves)).toEqual(before);
};
