import { TimeoutError, withTimeout } from '../../concurrency/with-timeout.js';
import type { WalPosition } from './primary-position.js';
import type { Standby } from './standby.js';

/** The state of a standby, for operators. */
export interface StandbyReading {
  /** Host and port. */
  readonly name: string;
  /** Why it is asked nothing; undefined where it may be asked. */
  readonly problem: string | undefined;
  /** Bytes of the primary's log that it has not replayed yet; null where unknown. */
  readonly bytesBehind: bigint | null;
}

const PATIENCE_MS = 1_000;

/** Reads the state of all standbys at once. Never throws. */
export const readStandbys = async (
  standbys: readonly Standby[],
  position: () => Promise<WalPosition>,
): Promise<readonly StandbyReading[]> => {
  const committed = await withTimeout(PATIENCE_MS, position()).catch(() => undefined);
  return Promise.all(
    standbys.map(async (standby): Promise<StandbyReading> => {
      const unknown = { name: standby.name, bytesBehind: null };
      if (committed === undefined) return { ...unknown, problem: 'the primary does not say what it has committed' };
      try {
        const { follows, bytesBehind } = await withTimeout(PATIENCE_MS, standby.state(committed));
        if (follows) return { name: standby.name, problem: undefined, bytesBehind };
        return { ...unknown, problem: 'it is no standby of the primary' };
      } catch (error) {
        return { ...unknown, problem: error instanceof TimeoutError ? 'it does not answer' : 'it is away' };
      }
    }),
  );
};
