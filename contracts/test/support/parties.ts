import { encodeLockingBytecodeP2pkh, hash160, type Output, secp256k1, sha256, utf8ToBin } from '@bitauth/libauth';
import { named32 } from './bytes.js';
import { type ChainPoint, type Coin, type Draft, type DraftInput, SEQUENCE_PLAIN } from './transaction.js';

/** Somebody with a key. Names are also what test titles show. */
export interface Party {
  readonly name: string;
  readonly privateKey: Uint8Array;
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
  /** Hash160 of the public key: what covenants are compiled with. */
  readonly hash: Uint8Array;
  readonly lockingBytecode: Uint8Array;
}

export const createParty = (name: string): Party => {
  const privateKey = sha256.hash(utf8ToBin(`key of the ${name}`));
  const publicKey = secp256k1.derivePublicKeyCompressed(privateKey);
  if (typeof publicKey === 'string') throw new Error(publicKey);
  const hash = hash160(publicKey);
  return { name, privateKey, publicKey, hash, lockingBytecode: encodeLockingBytecodeP2pkh(hash) };
};

export const sender = createParty('sender');
export const recipient = createParty('recipient');
/** Has no role in any deployment. */
export const outsider = createParty('outsider');

/** Everybody who may try a path, honest or not. */
export const PARTIES = [sender, recipient, outsider] as const;

/** The block that made most coins of the tests. */
export const FUNDED: ChainPoint = { height: 800_000, mtp: 1_690_000_000 };

/** An unspent output in a transaction of its own, named by a label. */
export const coinNamed = (
  label: string,
  output: Output,
  { vout = 1, mined = FUNDED }: { vout?: number; mined?: ChainPoint } = {},
): Coin => ({
  txid: named32(`transaction: ${label}`),
  vout,
  output,
  mined,
});

/** An input of a party's own money. */
export const purse = (owner: Party, valueSatoshis: bigint, label = `purse of the ${owner.name}`): DraftInput => ({
  coin: coinNamed(label, { lockingBytecode: owner.lockingBytecode, valueSatoshis }),
  sequence: SEQUENCE_PLAIN,
  unlocking: { kind: 'key', owner },
});

export const payTo = (party: Party, valueSatoshis: bigint): Output => ({
  lockingBytecode: party.lockingBytecode,
  valueSatoshis,
});

const FINAL = 0xffffffff;
const TIME_THRESHOLD = 500_000_000;
const DISABLED = 0x80000000;
const IN_SECONDS = 0x00400000;

const absoluteLock = ({ locktime, inputs }: Draft, tip: ChainPoint): string | undefined => {
  if (inputs.every(({ sequence }) => sequence === FINAL)) return undefined;
  const reached = locktime < TIME_THRESHOLD ? tip.height + 1 : tip.mtp;
  return locktime === 0 || locktime < reached ? undefined : 'non-final: the locktime is not reached';
};

/** BIP68: a relative lock in blocks or in units of 512 seconds, for version 2 and no disable bit. */
const relativeLock = ({ version, inputs }: Draft, tip: ChainPoint): string | undefined => {
  if (version < 2) return undefined;
  for (const { coin, sequence } of inputs) {
    if (sequence >= DISABLED) continue;
    const mined = coin.mined ?? { height: tip.height + 1, mtp: tip.mtp };
    const needed = sequence & 0xffff;
    const reached =
      (sequence & IN_SECONDS) === 0 ? tip.height + 1 - mined.height >= needed : tip.mtp - mined.mtp >= needed * 512;
    if (!reached) return 'non-BIP68-final: the coin is too young';
  }
  return undefined;
};

/** Why a block after the tip could not hold a transaction yet: consensus rules that no script can see. */
export const findLock = (draft: Draft, tip: ChainPoint): string | undefined =>
  absoluteLock(draft, tip) ?? relativeLock(draft, tip);
