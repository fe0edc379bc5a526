import { Life } from '../../vesting/life.js';
import type { VestingState } from '../../vesting/state.js';
import type { Stream } from '../../vesting/stream.js';
import { FIRST_TIME } from '../../vesting/terms.js';
import { deploymentOf, type Genesis } from './coins.js';

/** The life of a stream of tokens. */
export class TokenScenario extends Life {
  constructor(
    stream: Stream,
    genesis: Genesis,
    state: VestingState = { cancelled: false, released: 0n, latest: FIRST_TIME },
  ) {
    super(deploymentOf(stream, state, genesis));
  }
}
