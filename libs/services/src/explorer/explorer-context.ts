import type { ExplorerRepository } from '@weir/infra';
import type { TimeSource } from '../shared/chain-time.js';

/** The dependencies of the explorer. */
export interface ExplorerContext extends TimeSource {
  readonly explorer: ExplorerRepository;
}
