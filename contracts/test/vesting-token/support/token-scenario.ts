import type { VestingState } from '../../vesting/state.js';
import type { Stream } from '../../vesting/stream.js';
import { FIRST_TIME } from '../../vesting/terms.js';
import { VestingScenario } from '../../vesting/vesting-scenario.js';
import { deploymentOf, type Genesis } from './coins.js';

/** A scenario of a stream of tokens. */
export class TokenScenario extends VestingScenario {
  constructor(
    stream: Stream,
    genesis: Genesis,
    state: VestingState = { cancelled: false, released: 0n, latest: FIRST_TIME },
  ) {
    super(deploymentOf(stream, state, genesis));
  }
}
