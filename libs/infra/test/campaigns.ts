import { randomBytes } from 'node:crypto';
import type { NewCampaign, NewLaneStep } from '../src/database/airdrops/airdrop-records.js';
import type { FundedLane } from '../src/database/airdrops/campaigns.js';
import { party, randomHex } from './streams.js';

/** A campaign for everybody, of two lanes with two claims each. */
export function newCampaign(overrides: Partial<NewCampaign> = {}): NewCampaign {
  const creator = party(overrides.creatorHash);
  const script = randomHex(32);
  return {
    creator: creator.address,
    creatorHash: creator.hash,
    title: 'Drop',
    description: null,
    tokenType: 'BCH',
    tokenCategory: null,
    totalAmount: 40_000n,
    amountPerClaim: 10_000n,
    maxClaimsPerAddress: 1,
    startDate: 1_700_000_000,
    endDate: null,
    requireKyc: false,
    publicList: false,
    cancelable: true,
    lanesAsked: null,
    sponsorFees: true,
    nonce: randomBytes(12).toString('base64url'),
    claimToken: randomHex(16),
    vaultId: null,
    vesting: null,
    contract: {
      lanes: 2,
      claims: 4,
      pool: 40_000n,
      address: `bchtest:${script}`,
      lockingBytecode: `aa20${script}87`,
    },
    ...overrides,
  };
}

const step = (changes: Partial<NewLaneStep>): NewLaneStep => {
  const txHash = randomHex(32);
  const state = { txid: txHash, vout: 0, satoshis: 1_000n, commitment: '00', units: 0n, companion: null };
  return { kind: 'claim', txHash, state, claim: null, toCreator: 0n, source: 'confirm', mined: false, ...changes };
};

/** A claim of a lane by somebody new. */
export const laneClaim = (amount = 10_000n): NewLaneStep => {
  const { address, hash } = party();
  return step({ claim: { recipient: address, recipientHash: hash, amount, row: null, count: 1 } });
};

/** The end of a lane by its creator. */
export const laneClose = (): NewLaneStep => step({ kind: 'close', state: null });

/** What a funding makes of {@link newCampaign}. */
export const fundedLanes = (): {
  readonly txHash: string;
  readonly category: string;
  readonly byCreator: boolean;
  readonly now: number;
  readonly lanes: readonly FundedLane[];
  readonly tree: null;
} => {
  const funding = step({ kind: 'fund' });
  return {
    txHash: funding.txHash,
    category: randomHex(32),
    byCreator: true,
    now: 1_700_000_100,
    lanes: [0, 1].map((lane) => ({ lane, claimsDue: 2, step: funding })),
    tree: null,
  };
};
