import type { LinkedArtifact } from '../src/linked-artifact.js';
import { linkSource, type Layout } from './link.js';

/** Locks whose recipient may move them; those that stay are compiled as they are. */
export const MOVABLE_LOCKS = ['movable-lock-bch', 'movable-lock-token'] as const;

/**
 * A lock is paid many times and moves seldom. Its script begins with recipient and amount: so a move builds the address where the
 * lock goes on, and a claim of a list can build that of a lock for its row.
 */
const LAYOUT: Layout = {
  shown: 'pay',
  hidden: [['announce'], ['finish'], ['collect']],
  front: ['amount', 'recipient'],
};

/** Links the source of a lock that can move. */
export const linkMovableLock = (source: string): LinkedArtifact => linkSource(source, LAYOUT);
