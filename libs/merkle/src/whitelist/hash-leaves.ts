import { DIGEST_LENGTH, shortHasher, takeDigest } from '../hashing/sha256.js';
import { nodeOfLeaf } from '../tree/heap.js';
import type { Progress } from '../tree/merkle-tree.js';
import { ROW_LENGTH } from './hash-index.js';
import { leafOfRowAt } from './lane-shape.js';
import type { BlobParts } from './whitelist-blob.js';
import { SPENT_MARKER } from './whitelist-leaf.js';

const LANES = 4;
const PROGRESS_STEP = 16_384;

/** Writes the leaf of every row to its place, and the marker to places without a row. */
export const hashLeaves = ({ rows, rowCount, nodes, layout }: BlobParts, onProgress?: Progress): void => {
  const { leafCount, shape } = layout;
  const inLane = 2 ** shape.laneDepth;
  const words = new Uint32Array(nodes.buffer, nodes.byteOffset, nodes.length / 4);
  for (let leaf = 0; leaf < leafCount; leaf += 1) {
    const row = (leaf % inLane) * shape.lanes + Math.floor(leaf / inLane);
    if (row >= rowCount) nodes.set(SPENT_MARKER, nodeOfLeaf(leafCount, leaf) * DIGEST_LENGTH);
  }
  for (let first = 0; first < rowCount; first += LANES) {
    const count = Math.min(LANES, rowCount - first);
    for (let i = 0; i < count; i += 1) shortHasher.put(i, rows, (first + i) * ROW_LENGTH, ROW_LENGTH);
    shortHasher.hash();
    for (let i = 0; i < count; i += 1) shortHasher.putDigest(i);
    shortHasher.hash();
    for (let i = 0; i < count; i += 1)
      takeDigest(i, words, nodeOfLeaf(leafCount, leafOfRowAt(first + i, shape)) * (DIGEST_LENGTH / 4));
    if (first % PROGRESS_STEP === 0) onProgress?.(first, rowCount);
  }
  onProgress?.(rowCount, rowCount);
};
