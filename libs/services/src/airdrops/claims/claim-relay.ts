import { ChainUnavailableError, type ChainReader } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';

/** Whether campaigns for everybody are offered: as the servers' nodes relay their claims, or as the operator says. */
export type PublicCampaigns = 'auto' | 'on' | 'off';

/** What is known of whether nodes relay the claims of a campaign for everybody. */
export type ClaimsRelayed = 'yes' | 'no' | 'unknown';

/**
 * Bytes of a public claim's unlocking bytecode at their most, rounded up: 4,022 with 20 siblings that are not empty
 * (docs/covenants.md). Nodes relay 1,650 before the upgrade of May 2026, and 10,000 since.
 */
const PUBLIC_CLAIM_BYTES = 4_400;

/** For how long an answer holds, milliseconds: nodes that have learnt longer scripts do not forget them. */
const HOLDS = { yes: Number.POSITIVE_INFINITY, no: 60_000, unknown: 5_000 } as const;

/** Asks once in a while whether nodes relay the claims of campaigns for everybody. */
export class ClaimRelay {
  #answer: Promise<ClaimsRelayed> | undefined;
  #until = 0;

  constructor(
    private readonly chain: Pick<ChainReader, 'relaysUnlocking'>,
    private readonly setting: PublicCampaigns,
  ) {}

  /** Where no server answers, nothing is known. */
  ofPublicClaims(): Promise<ClaimsRelayed> {
    if (this.setting !== 'auto') return Promise.resolve(this.setting === 'on' ? 'yes' : 'no');
    if (this.#answer !== undefined && Date.now() < this.#until) return this.#answer;
    // All who ask meanwhile share one probe.
    this.#until = Number.POSITIVE_INFINITY;
    this.#answer = this.#ask();
    return this.#answer;
  }

  async #ask(): Promise<ClaimsRelayed> {
    let holds = 0;
    try {
      const answer = await this.#probe();
      holds = HOLDS[answer];
      return answer;
    } finally {
      this.#until = Date.now() + holds;
    }
  }

  async #probe(): Promise<ClaimsRelayed> {
    try {
      const relayed = await this.chain.relaysUnlocking(PUBLIC_CLAIM_BYTES);
      if (relayed === undefined) return 'unknown';
      return relayed ? 'yes' : 'no';
    } catch (error) {
      if (error instanceof ChainUnavailableError) return 'unknown';
      throw error;
    }
  }
}

/**
 * Refuses what would lock money up: a campaign for everybody where no node relays its claims, nor its close.
 *
 * @throws ServiceError NOT_RELAYED
 */
export const assertRelayed = (relayed: ClaimsRelayed): void => {
  if (relayed !== 'no') return;
  throw new ServiceError(
    'NOT_RELAYED',
    'Campaigns for everybody are not offered here: their claims need the relay rules of May 2026, without which they could be funded, and neither claimed nor closed. Use a campaign with a list (requireKyc)',
    { unlockingBytes: PUBLIC_CLAIM_BYTES },
  );
};
