export { MerkleTree } from './tree/merkle-tree.js';
export type { Progress, TreeMemory } from './tree/merkle-tree.js';
export {
  type MerkleProof,
  nodeOfLeaf,
  rootOfProof,
  siblingsOnPath,
  type Side,
  sidesAsIndex,
} from './tree/merkle-proof.js';
export { dumpTree, prefixedHex } from './tree/dump.js';
export type { TreeDump } from './tree/dump.js';
export { sha256Pair, sha256Short } from './hashing/sha256.js';
export { cashAddresses } from './whitelist/address-reader.js';
export type { RecipientProblem, AddressReader } from './whitelist/address-reader.js';
export {
  type AmountReader,
  decimalAmounts,
  MAX_AMOUNT,
  MAX_ROWS,
  PACKED_ROW_LENGTH,
  type WhitelistRules,
} from './whitelist/row-packer.js';
export { WhitelistError } from './whitelist/whitelist-error.js';
export type { WhitelistProblem } from './whitelist/whitelist-error.js';
export { packCsv, packRecipients, readRecipients, readWhitelistCsv } from './whitelist/packed-rows.js';
export type { Recipient } from './whitelist/packed-rows.js';
export { WhitelistBuilder } from './whitelist/whitelist-builder.js';
export type { Whitelist } from './whitelist/whitelist-builder.js';
export { MAX_CSV_BYTES, MAX_LINE_LENGTH } from './whitelist/whitelist-csv.js';
export type { WhitelistCsvRules } from './whitelist/whitelist-csv.js';
export {
  laneOfRow,
  type LaneShape,
  laneShapeOf,
  leafOfRow,
  leafOfRowAt,
  MAX_LANE_DEPTH,
  MAX_LANES,
  nodeOfLane,
  SPENT_MARKER,
} from './whitelist/lane-shape.js';
export {
  blobLayout,
  type BlobLayout,
  findInStoredList,
  type StoredList,
  type StoredRow,
} from './whitelist/whitelist-blob.js';
export { WhitelistTree } from './whitelist/whitelist-tree.js';
export type { WhitelistProof, WhitelistRow, WhitelistTreeOptions } from './whitelist/whitelist-tree.js';
export { ClaimCountTree, PlaceTakenError } from './counts/claim-count-tree.js';
export {
  type ClaimCountProof,
  claimLeaf,
  type ClaimPlace,
  COUNT_LEVELS,
  countLeaf,
  emptyTree,
  laneOfPlace,
  MAX_CLAIMS,
  placeOfClaimer,
  rootAfterClaim,
  rootOfCountProof,
  verifyClaimCount,
} from './counts/claim-place.js';
