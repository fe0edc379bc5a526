import { ConcurrencyLimit, type AirdropsRepository } from '@weir/infra';
import type { StreamContext } from '../../streams/stream-context.js';
import { LaneTurns } from '../live/lane-turns.js';
import { ListSpool } from '../live/list-spool.js';
import { LiveTrees } from '../live/live-trees.js';
import { CampaignContracts } from './campaign-contracts.js';

/** How many lists one process reads at once: each takes a thread and some hundred megabytes. */
const BUILDS_AT_ONCE = 2;

/** How a lane is caught up with that others have moved. */
export interface CatchUp {
  /** Most steps that are read at once; of a lane further behind the watcher reads the first so many, then the next. */
  readonly steps: number;
  /** Steps that are recorded in one transaction: others wait for the lane that long. */
  readonly recorded: number;
}

const CATCH_UP: CatchUp = { steps: 5_000, recorded: 500 };

/** Dependencies and settings of the airdrop use cases. */
export interface AirdropSettings extends Omit<StreamContext, 'streams' | 'serves' | 'contracts'> {
  readonly airdrops: AirdropsRepository;
  /** Default: 5,000 steps, recorded in transactions of 500. */
  readonly catchUp?: CatchUp;
}

/** The dependencies of the airdrop use cases. The caches only save work and may be lost at any time. */
export interface AirdropContext extends AirdropSettings {
  readonly contracts: CampaignContracts;
  readonly trees: LiveTrees;
  readonly turns: LaneTurns;
  readonly builds: ConcurrencyLimit;
  readonly spool: ListSpool;
  readonly catchUp: CatchUp;
}

/** Builds the context that the use cases and the watcher of one process share. */
export const createAirdropContext = (settings: AirdropSettings): AirdropContext => ({
  ...settings,
  contracts: new CampaignContracts(settings.airdrops, settings.network),
  trees: new LiveTrees(settings.airdrops),
  turns: new LaneTurns(),
  builds: new ConcurrencyLimit(BUILDS_AT_ONCE),
  spool: new ListSpool(),
  catchUp: settings.catchUp ?? CATCH_UP,
});
