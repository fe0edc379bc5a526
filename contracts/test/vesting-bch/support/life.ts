import { Life } from '../../vesting/life.js';
import type { VestingState } from '../../vesting/state.js';
import type { Stream } from '../../vesting/stream.js';
import { FIRST_TIME } from '../../vesting/terms.js';
import { stateCoin } from './coins.js';

/** The life of a stream in BCH with `reserve` satoshis beyond principal and floor. */
export class StreamScenario extends Life {
  constructor(
    stream: Stream,
    reserve: bigint,
    state: VestingState = { cancelled: false, released: 0n, latest: FIRST_TIME },
  ) {
    super({ stream, state: stateCoin(stream, state, reserve) });
  }
}
