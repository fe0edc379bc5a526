import { ChainUnavailableError, type ChainReader } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';

/**
 * Whether campaigns open to everybody are offered: `auto` asks the servers' nodes whether they relay the claims; the others are
 * the operator's decision.
 */
export type PublicCampaigns = 'auto' | 'on' | 'off';

/** Whether nodes are known to relay the claims of a campaign that is open to everybody. */
export type ClaimsRelayed = 'yes' | 'no' | 'unknown';

/**
 * Largest unlocking bytecode of a public claim, bytes, rounded up: 4,022 with 20 siblings that are not empty (docs/covenants/airdrops.md).
 * Nodes relay 1,650 before the upgrade of May 2026, and 10,000 since.
 */
const PUBLIC_CLAIM_BYTES = 4_400;

/** How long an answer counts, milliseconds: a node that relays longer scripts will not stop doing so. */
const HOLDS = { yes: Number.POSITIVE_INFINITY, no: 60_000, unknown: 5_000 } as const;

/** Asks the nodes now and then whether they relay the claims of campaigns that are open to everybody. */
export class ClaimRelay {
  #answer: Promise<ClaimsRelayed> | undefined;
  #until = 0;

  constructor(
    private readonly chain: Pick<ChainReader, 'relaysUnlocking'>,
    private readonly setting: PublicCampaigns,
  ) {}

  /** The latest answer, asked anew when it is too old; `unknown` where no server answers. */
  ofPublicClaims(): Promise<ClaimsRelayed> {
    if (this.setting !== 'auto') return Promise.resolve(this.setting === 'on' ? 'yes' : 'no');
    if (this.#answer !== undefined && Date.now() < this.#until) return this.#answer;
    // Requests that come meanwhile share one probe.
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
 * Refuses a campaign open to everybody where no node relays its claims or its close: it would lock the money up.
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
