import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SimpleMerkleTree } from '@openzeppelin/merkle-tree';
import { leafOfRowAt, prefixedHex, readRecipients, SPENT_MARKER, WhitelistTree, IN_BASE_UNITS } from '@weir/merkle';
import { printComparison, printFigure } from '../harness/figures.js';
import { amountOf, hashOf, writeCsv } from './recipients.js';

/** Rows of the list that is read from text: BENCH_ROWS. The comparison takes 100,000 of them at most. */
const LIST_ROWS = Number(process.env['BENCH_ROWS'] ?? 1_048_576);
const ROWS = Math.min(100_000, LIST_ROWS);
const ROUNDS = 3;

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const bytesOf = (node: string | Uint8Array | readonly number[]): Buffer =>
  typeof node === 'string' ? Buffer.from(node.slice(2), 'hex') : Buffer.from(node);
const nodeHash = (a: string | Uint8Array | readonly number[], b: string | Uint8Array | readonly number[]): string => {
  const [left, right] = [bytesOf(a), bytesOf(b)];
  return `0x${(Buffer.compare(left, right) < 0 ? sha256(left, right) : sha256(right, left)).toString('hex')}`;
};

/** Returns the milliseconds of the fastest round and the result of the last. */
const fastest = <T>(work: () => T): { readonly milliseconds: number; readonly result: T } => {
  let best = Infinity;
  for (let round = 1; ; round += 1) {
    const start = performance.now();
    const result = work();
    best = Math.min(best, performance.now() - start);
    if (round === ROUNDS) return { milliseconds: best, result };
  }
};

interface Figures {
  readonly readSeconds: number;
  readonly treeSeconds: number;
  readonly cpuSeconds: number;
  readonly residentMegabytes: number;
  readonly proofMicroseconds: number;
  readonly claimMicroseconds: number;
  readonly restoreMilliseconds: number;
  readonly blobMegabytes: number;
}

/**
 * BENCH_ROWS: rows of the list (default 1,048,576).
 *
 * Goals: at 100,000 parsed rows 20 times the speed of OpenZeppelin's library with the same node hash and root; at
 * 1,048,576 rows from CSV text to root within 5 s and 600 MB; a proof within 20 microseconds.
 */
export const measure = async (): Promise<void> => {
  const rows = Array.from({ length: ROWS }, (_, i) => ({ hash: hashOf(i), amount: amountOf(i) }));
  const list = readRecipients(
    rows.map(({ amount }, i) => ({ address: i.toString(), amount: amount.toString() })),
    {
      readAddress: (text, target, offset) => {
        target.set(hashOf(Number(text)), offset);
        return undefined;
      },
      unit: IN_BASE_UNITS,
    },
  );

  const theirTree = (): SimpleMerkleTree => {
    const { shape } = ours.result;
    const leaves = Array.from<string>({ length: 2 ** shape.laneDepth }).fill(prefixedHex(SPENT_MARKER));
    const row = Buffer.alloc(28);
    for (const [i, { hash, amount }] of rows.entries()) {
      row.set(hash);
      row.writeBigUInt64LE(amount, 20);
      leaves[leafOfRowAt(i, shape)] = `0x${sha256(sha256(row)).toString('hex')}`;
    }
    return SimpleMerkleTree.of(leaves, { sortLeaves: false, nodeHash });
  };
  const ours = fastest(() => WhitelistTree.build(list));
  const theirs = fastest(theirTree);
  if (theirs.result.root !== prefixedHex(ours.result.root)) throw new Error('The two roots differ');

  const side = (name: string, { milliseconds }: { readonly milliseconds: number }) => ({
    name,
    value: (ROWS * 1_000) / milliseconds,
  });
  printComparison(
    `${ROWS.toLocaleString('en')} parsed rows to the root, the same root`,
    'rows/s',
    [side('WhitelistTree.build', ours), side('OpenZeppelin SimpleMerkleTree.of', theirs)],
    'at least 20',
  );

  const directory = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  try {
    const csv = join(directory, 'recipients.csv');
    await writeCsv(csv, LIST_ROWS);
    const script = fileURLToPath(new URL('./csv-to-root.child.ts', import.meta.url));
    const figures = JSON.parse(
      execFileSync(process.execPath, [...process.execArgv, script, csv], { encoding: 'utf8' }),
    ) as Figures;
    console.log(`${LIST_ROWS.toLocaleString('en')} rows from CSV text to the root, in a separate process:`);
    printFigure('  read and hashed', figures.readSeconds + figures.treeSeconds, 's', 'at most 5');
    printFigure('  processor time', figures.cpuSeconds, 's');
    printFigure('  resident memory, the text included', figures.residentMegabytes, 'MB', 'at most 600');
    printFigure('  a proof', figures.proofMicroseconds, 'microseconds', 'at most 20');
    printFigure('  the root after a claim', figures.claimMicroseconds, 'microseconds');
    printFigure(`  restored from ${figures.blobMegabytes.toFixed(0)} MB`, figures.restoreMilliseconds, 'ms');
  } finally {
    await rm(directory, { recursive: true });
  }
};
