import type { ExplorerRepository } from '@weir/infra';
import type { TimeSource } from '../shared/chain-time.js';

/** What the explorer works with. */
export interface ExplorerContext extends TimeSource {
  readonly explorer: ExplorerRepository;
}
