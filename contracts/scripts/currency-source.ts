import type { LinkedArtifact } from '../src/linked-artifact.js';
import { linkSource, type Layout } from './link.js';

/** A payment in a currency is paid many times; everything else happens seldom, and is behind one hash. */
const LAYOUT: Layout = {
  shown: 'pay',
  hidden: [['stop', 'settle', 'resume', 'topUp', 'payDebt', 'close', 'refund', 'sweep']],
};

/** Links the source of payments in a currency. */
export const linkCurrency = (source: string): LinkedArtifact => linkSource(source, LAYOUT);
