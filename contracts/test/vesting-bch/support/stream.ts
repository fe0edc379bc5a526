import { vestingBchArtifact } from '../../../src/index.js';
import { createStreamOf, type Stream } from '../../vesting/stream.js';
import { linearOf, steppedOf, type Terms } from '../../vesting/terms.js';

export const createStream = (terms: Terms): Stream => createStreamOf(vestingBchArtifact, terms);

/** 10 BCH. */
export const linear: Terms = linearOf(1_000_000_000n);
export const stepped: Terms = steppedOf(1_000_000_000n);
