import { readFileSync } from 'node:fs';
import { cashAddresses, IN_BCH, readWhitelistCsv, WhitelistTree } from '@weir/merkle';

/** Runs from a list's text to its root in a separate process, so that its memory can be measured. Prints JSON. */
const csv = readFileSync(process.argv[2] ?? '');
const startCpu = process.cpuUsage();
const start = performance.now();
const list = readWhitelistCsv([csv], {
  readAddress: cashAddresses('bitcoincash'),
  unit: IN_BCH,
  minAmount: 546n,
});
const read = performance.now();
const tree = WhitelistTree.build(list);
const built = performance.now();
const { user, system } = process.cpuUsage(startCpu);
const residentMegabytes = process.resourceUsage().maxRSS / 1_024;

/** Returns the microseconds of one call, over distant rows. */
const each = (calls: number, call: (row: number) => unknown): number => {
  const from = performance.now();
  for (let i = 0; i < calls; i += 1) call((i * 7_919) % tree.rowCount);
  return ((performance.now() - from) * 1_000) / calls;
};
const proofMicroseconds = each(100_000, (row) => tree.proof(row));
const claimMicroseconds = each(50_000, (row) => tree.markSpent(row));
const from = performance.now();
WhitelistTree.restore(tree.blob);
const restoreMilliseconds = performance.now() - from;

console.log(
  JSON.stringify({
    readSeconds: (read - start) / 1_000,
    treeSeconds: (built - read) / 1_000,
    cpuSeconds: (user + system) / 1_000_000,
    residentMegabytes,
    proofMicroseconds,
    claimMicroseconds,
    restoreMilliseconds,
    blobMegabytes: tree.blob.length / 1_048_576,
  }),
);
