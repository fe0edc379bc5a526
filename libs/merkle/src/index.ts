export * from './tree/merkle-tree.js';
export {
  type MerkleProof,
  nodeOfLeaf,
  rootOfProof,
  siblingsOnPath,
  type Side,
  sidesAsIndex,
} from './tree/merkle-proof.js';
export * from './tree/dump.js';
export { sha256Pair, sha256Short } from './hashing/sha256.js';
export * from './whitelist/address-reader.js';
export type { DecimalMark } from './amounts/number-text.js';
export * from './whitelist/row-packer.js';
export {
  type AmountUnit,
  describeProblem,
  IN_BASE_UNITS,
  IN_BCH,
  inTokens,
  inUnit,
  joinErrors,
  ListError,
  type ListProblem,
  reasonOf,
  type RecipientProblem,
} from './lists/index.js';
export * from './whitelist/packed-rows.js';
export * from './whitelist/whitelist-builder.js';
export * from './whitelist/whitelist-csv.js';
export { MAX_LANE_DEPTH } from '@weir/kinds';
export * from './whitelist/lane-shape.js';
export {
  blobLayout,
  type BlobLayout,
  findInStoredList,
  type StoredList,
  type StoredRow,
} from './whitelist/whitelist-blob.js';
export * from './whitelist/whitelist-tree.js';
export * from './counts/claim-count-tree.js';
export * from './counts/claim-place.js';
