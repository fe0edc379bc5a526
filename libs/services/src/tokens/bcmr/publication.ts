import {
  authenticationInstructionIsMalformed,
  binToHex,
  binToUtf8,
  decodeAuthenticationInstructions,
  hexToBin,
  type TransactionCommon,
} from '@bitauth/libauth';

/** The content of a metadata registry publication output. */
export interface Publication {
  /** SHA-256 of the registry, hex; null where the output is malformed. */
  readonly hash: string | null;
  readonly uris: readonly string[];
}

/** `OP_RETURN <'BCMR'>` */
const PREFIX = hexToBin('6a0442434d52');
const HASH_BYTES = 32;
/** How many addresses of one output are looked at. */
const MAX_URIS = 8;
const MAX_URI_BYTES = 2_048;

const isPublication = (bytecode: Uint8Array): boolean => PREFIX.every((byte, i) => bytecode[i] === byte);

const readOutput = (bytecode: Uint8Array): Publication => {
  const pushes: Uint8Array[] = [];
  for (const instruction of decodeAuthenticationInstructions(bytecode.slice(PREFIX.length))) {
    if (authenticationInstructionIsMalformed(instruction) || !('data' in instruction)) break;
    pushes.push(instruction.data);
    if (pushes.length > MAX_URIS) break;
  }
  const [hash, ...uris] = pushes;
  if (hash?.length !== HASH_BYTES) return { hash: null, uris: [] };
  return {
    hash: binToHex(hash),
    uris: uris.filter(({ length }) => length > 0 && length <= MAX_URI_BYTES).map((uri) => binToUtf8(uri)),
  };
};

/**
 * Returns the metadata registry that a transaction publishes, by CHIP-BCMR: its first output that begins with
 * `OP_RETURN <'BCMR'>`, which counts even where it is malformed; undefined where there is none.
 */
export const readPublication = ({ outputs }: Pick<TransactionCommon, 'outputs'>): Publication | undefined => {
  const output = outputs.find(({ lockingBytecode }) => isPublication(lockingBytecode));
  return output && readOutput(output.lockingBytecode);
};
