import type { AirdropStatus, TokenType } from '@weir/api-contract/words';
import type { RecordSource } from '../record-types.js';
import type { Outpoint } from '../transitions/transition-record.js';
import type { AirdropStepKind } from './airdrop-tables.js';

/** The fixed part of a campaign. None of it changes later. Amounts in base units, times in Unix seconds, hex lower case. */
export interface NewCampaign {
  readonly creator: string;
  /** Of a key the 20-byte hash of the address, of a script the whole locking bytecode, hex. */
  readonly creatorHash: string;
  /** uuid of the vault that is its creator; null for a key's. */
  readonly vaultId: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly tokenType: TokenType;
  readonly tokenCategory: string | null;
  readonly totalAmount: bigint;
  /** Base units; null for a whitelist, whose rows say it, unless its creator named one. */
  readonly amountPerClaim: bigint | null;
  readonly maxClaimsPerAddress: number;
  readonly startDate: number;
  readonly endDate: number | null;
  readonly requireKyc: boolean;
  /** Whether the rows of its list are shown to everybody; otherwise to its creator, and each to its recipient. */
  readonly publicList: boolean;
  readonly cancelable: boolean;
  /** Null where the size of the list decides. */
  readonly lanesAsked: number | null;
  readonly sponsorAsked: boolean | null;
  /** 16 characters of base64url; unique. */
  readonly nonce: string;
  /** Names the campaign in its claim link; unique, and not guessable. */
  readonly claimToken: string;
  /** Null while a whitelist has no list. */
  readonly contract: CampaignContract | null;
}

/** The figures of a campaign that its contract fixes. */
export interface CampaignContract {
  readonly lanes: number;
  readonly sponsorFees: boolean;
  /** How many claims are possible. */
  readonly claims: number;
  /** What all claims pay together, base units. */
  readonly pool: bigint;
  readonly address: string;
  readonly lockingBytecode: string;
}

/** A campaign as the database keeps it. */
export interface CampaignRecord extends NewCampaign {
  /** uuid. */
  readonly id: string;
  /** Display id, `#WEIR-DROP-000001`. */
  readonly campaignId: string;
  /** Whether everybody may know its vault; false without one. */
  readonly isVaultPublic: boolean;
  readonly status: AirdropStatus;
  /** The latest list, and once funded the one on the chain; null for a public campaign. */
  readonly tree: { readonly id: string; readonly root: string } | null;
  readonly funding: {
    readonly txHash: string;
    readonly category: string;
    readonly activatedAt: number;
    /** Whether it spent a coin of the named creator's address; null where that is not known. */
    readonly byCreator: boolean | null;
  } | null;
  readonly cancelledAt: number | null;
  /** Where the closing unit lay when the creator, a script, handed it over; null before. */
  readonly closing: Outpoint | null;
  readonly claimedCount: number;
  readonly claimedAmount: bigint;
  /** Until when it is kept without funding, Unix seconds; null for ever. */
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A lane's state output. */
export interface LaneState {
  readonly txid: string;
  readonly vout: number;
  readonly satoshis: bigint;
  /** Hex. */
  readonly commitment: string;
  /** Fungible units of the campaign's category in it: the closing unit, where its holder left it there; otherwise 0. */
  readonly units: bigint;
  /** Tokens at the next index; null where the asset is BCH. */
  readonly companion: { readonly satoshis: bigint; readonly amount: bigint; readonly nft: string | null } | null;
}

/** The recipient that a claim paid. */
export interface NewLaneClaim {
  readonly recipient: string;
  /** Hex. */
  readonly recipientHash: string;
  readonly amount: bigint;
  /** Of a whitelist. */
  readonly row: number | null;
  /** How many claims the recipient has made, this one included. */
  readonly count: number;
}

/** One step of a lane, to be recorded. */
export interface NewLaneStep {
  readonly kind: AirdropStepKind;
  readonly txHash: string;
  /** What it left; null when it ended the lane. */
  readonly state: LaneState | null;
  /** Of a claim. */
  readonly claim: NewLaneClaim | null;
  /** Units of the asset that went back to the creator. */
  readonly toCreator: bigint;
  readonly source: RecordSource;
  /** Whether a block had it when it was recorded. */
  readonly isMined: boolean;
}

/** A step of a lane as it is stored. */
export interface LaneStep extends NewLaneStep {
  readonly id: string;
  readonly campaignId: string;
  readonly lane: number;
  /** 0 is the funding; no gaps. */
  readonly sequence: number;
  /** Unix seconds. */
  readonly createdAt: number;
}

/** A lane with its latest state. */
export interface LaneRecord {
  readonly campaignId: string;
  readonly lane: number;
  readonly claimsDue: number;
  readonly claims: number;
  readonly claimedAmount: bigint;
  /** Sequence of its latest step. */
  readonly head: number;
  readonly closed: boolean;
  /** Sequence of the latest final step; -1 where there is none. */
  readonly finalSequence: number;
  /** The transaction of its latest step. */
  readonly headTxHash: string;
  /** Null once it has ended. */
  readonly state: LaneState | null;
}

/** A whitelist's tree without its bytes. */
export interface TreeRecord {
  /** uuid. */
  readonly id: string;
  readonly campaignId: string;
  /** Root over all lanes, as built; hex. */
  readonly root: string;
  readonly rowCount: number;
  readonly lanes: number;
  /** Levels of each lane's tree. */
  readonly depth: number;
  /** What its rows sum up to, base units. */
  readonly total: bigint;
  readonly sponsored: boolean;
  readonly laneList: readonly {
    readonly lane: number;
    readonly root: string;
    readonly rows: number;
    readonly total: bigint;
  }[];
}
