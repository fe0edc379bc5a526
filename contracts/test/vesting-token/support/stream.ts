import { vestingTokenArtifact } from '../../../src/index.js';
import { named32 } from '../../support/bytes.js';
import { createStreamOf, type Stream } from '../../vesting/stream.js';
import { linearOf, steppedOf, type Terms } from '../../vesting/terms.js';

export const createStream = (terms: Terms): Stream => createStreamOf(vestingTokenArtifact, terms);

/** The category of the tokens that the tests' streams hold. */
export const TOKEN = named32('category: the streamed token');

/** 10,000,000,000,000 units, so that every second vests some. */
export const linear: Terms = linearOf(10_000_000_000_000n);
export const stepped: Terms = steppedOf(10_000_000_000_000n);
