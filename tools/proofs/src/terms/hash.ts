import { hash160, hash256, ripemd160, sha1, sha256 } from '@bitauth/libauth';
import type { HashFunction } from './term.js';

const HASHES: Readonly<Record<HashFunction, (bytes: Uint8Array) => Uint8Array>> = {
  hash160,
  hash256,
  ripemd160: ripemd160.hash,
  sha1: sha1.hash,
  sha256: sha256.hash,
};

export const hashOf = (name: HashFunction, bytes: Uint8Array): Uint8Array => HASHES[name](bytes);
