import type { VestingState } from '../../vesting/state.js';
import type { Stream } from '../../vesting/stream.js';
import { FIRST_TIME } from '../../vesting/terms.js';
import { VestingScenario } from '../../vesting/vesting-scenario.js';
import { stateCoin } from './coins.js';

/** A scenario of a stream in BCH with `reserve` satoshis beyond principal and floor. */
export class StreamScenario extends VestingScenario {
  constructor(
    stream: Stream,
    reserve: bigint,
    state: VestingState = { cancelled: false, released: 0n, latest: FIRST_TIME },
  ) {
    super({ stream, state: stateCoin(stream, state, reserve) });
  }
}
