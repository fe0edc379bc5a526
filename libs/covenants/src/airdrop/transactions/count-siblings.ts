import { binToHex, hexToBin } from '@bitauth/libauth';
import type { CountClaimProof } from '../airdrop-proof.js';
import { emptyAirdropRoot } from '../airdrop-state.js';

/** What wallets look for, as text: the push of a key and the push of a signature, all zeros. */
const PLACEHOLDERS = [`21${'00'.repeat(33)}`, `41${'00'.repeat(65)}`] as const;
/** An empty argument, and a count of none. */
const NOTHING = '00';

const pushOf = (sibling: Uint8Array): string => (sibling.length === 0 ? NOTHING : `20${binToHex(sibling)}`);

/**
 * The siblings of a claim as its arguments, from the leaf up. Each empty one is a byte of zeros, and they are pushed in a row,
 * the highest first: behind a sibling that ends in 21 they look like the place of a key, which wallets would fill there. Anybody
 * can bring that about for an address, with a claim of their own. So where a row would, the sibling that completes the likeness is
 * written out, which the covenant takes for the same.
 */
export const countSiblings = ({ claimed, siblings }: CountClaimProof): Uint8Array[] => {
  let pushed = '';
  const highestFirst = siblings.map((sibling, level) => ({ sibling, level })).reverse();
  const written = highestFirst.map(({ sibling, level }) => {
    const next = pushed + pushOf(sibling) + (level === 0 && claimed === 0 ? NOTHING : '');
    const misleads = sibling.length === 0 && PLACEHOLDERS.some((placeholder) => next.includes(placeholder));
    const argument = misleads ? hexToBin(emptyAirdropRoot(level)) : sibling;
    pushed += pushOf(argument);
    return argument;
  });
  return written.reverse();
};
