import type { Allocation } from '@weir/kinds';

/** An amount of BCH (satoshis) or of a token (base units). */
export interface Amount {
  /** Category of the token, display-order hex; undefined in BCH. */
  readonly asset: string | undefined;
  readonly amount: bigint;
}

/** Days of the month on which periods fall due. */
export interface OpenedPaydays {
  /** Months from one payday to the next. */
  readonly months: bigint;
  /** Day of the month; in a month that does not have it, its last day. */
  readonly day: bigint;
  /** A second payday in each month; 0 for none. */
  readonly secondDay: bigint;
  /** Seconds after midnight, at the distance from UTC: seconds east of Greenwich. */
  readonly time: bigint;
  readonly utcOffset: bigint;
}

/** When a stream of a plan pays. Times in Unix seconds. */
export type OpenedSchedule =
  | {
      readonly kind: 'VESTING';
      readonly start: bigint;
      readonly end: bigint;
      /** Nothing vests before; the start where there is no cliff. */
      readonly cliff: bigint;
      /** Seconds of one step; 1 vests continuously. */
      readonly step: bigint;
    }
  | {
      readonly kind: 'RECURRING';
      readonly amountPerPeriod: bigint;
      readonly periods: number;
      readonly firstDue: bigint;
      /** Seconds. */
      readonly interval: bigint;
    }
  | ({
      readonly kind: 'SALARY';
      readonly amountPerPeriod: bigint;
      readonly periods: number;
      readonly firstDue: bigint;
      /** When the last period falls due, unless a pause moves it. */
      readonly lastDue: bigint;
    } & OpenedPaydays)
  | {
      readonly kind: 'GRANT';
      /** When the first units vest: with the installment of the cliff, or the first one. */
      readonly firstDue: bigint;
      readonly lastDue: bigint;
      /** Months from one installment to the next. */
      readonly months: bigint;
      /** Day of the month; in a month that does not have it, its last day. */
      readonly day: bigint;
      /** Seconds after midnight, at the distance from UTC: seconds east of Greenwich. */
      readonly time: bigint;
      readonly utcOffset: bigint;
      readonly installments: number;
      /** Number of the installment with which all earlier ones vest; 1 for none. */
      readonly cliff: number;
      /** How the whole grant is divided. */
      readonly allocation: Allocation;
      /** Units that were paid elsewhere before: the whole grant is this and the total. */
      readonly released: bigint;
    }
  | {
      readonly kind: 'TRANCHES';
      /** In the order of their dates. */
      readonly tranches: readonly OpenedTranche[];
    };

/** A payment of a list. */
export interface OpenedTranche {
  /** Unix seconds. */
  readonly at: bigint;
  /** Units of the asset. */
  readonly amount: bigint;
}

/** One stream that a funding opens. */
export interface OpenedStream {
  readonly index: number;
  /** Address with its prefix. */
  readonly recipient: string;
  /** Units of the asset that the recipient gets in all. */
  readonly total: bigint;
  /** Satoshis for fees; what is not used returns to the sender. */
  readonly reserve: bigint;
  readonly schedule: OpenedSchedule;
  /** Blocks from a cancel or pause to its end; 0 where the sender can do neither. */
  readonly noticeBlocks: number;
  readonly isCancelable: boolean;
  readonly isPausable: boolean;
}

/** It opens streams or payments: a stream, a payment, or a part of a plan. */
export interface OpensStreams {
  readonly kind: 'OPENS_STREAMS';
  /** Who may cancel and gets what returns: an address with its prefix. */
  readonly sender: string;
  readonly asset: string | undefined;
  /**
   * Payments whose fees a cancel or pause pays for: the sender adds what the reserve of the stream lacks for them, and gets back
   * what is not used.
   */
  readonly cancelFills: number;
  /** Blocks between the announcement of another address and the move to it; 0 where recipients cannot move. */
  readonly moveDelay: number;
  readonly streams: readonly OpenedStream[];
}

/** What happens to one stream. `PAY`: the recipient gets what is due. */
export type StreamMove = 'PAY' | 'CANCEL' | 'PAUSE' | 'SETTLE' | 'RESUME' | 'REFUND';

/** It moves a stream or payment that is open. */
export interface MovesStream {
  readonly kind: 'MOVES_STREAM';
  readonly move: StreamMove;
  /** `txid:vout` of the state that it spends. */
  readonly outpoint: string;
  /** Category of the funding that opened it, display-order hex; with the index it names the stream. */
  readonly category: string;
  readonly index: number;
  readonly sender: string;
  /** hash160 of the recipient's locking bytecode, hex. */
  readonly recipientHash: string;
  /** Address that has this hash, where one is known: by what the transaction pays, or among the addresses that were given. */
  readonly recipient: string | undefined;
  readonly asset: string | undefined;
  /** Units of the asset. */
  readonly paidToRecipient: bigint;
  readonly returnedToSender: bigint;
  /** What stays in the contract. */
  readonly left: bigint;
  /** Blocks from a cancel or pause to its end; 0 where the sender can do neither. */
  readonly noticeBlocks: number;
  /** When the next period of a payment falls due, Unix seconds; undefined where none is left, and for streams. */
  readonly nextDue: bigint | undefined;
}

/**
 * A step of the move of a stream to another address. `ANNOUNCE`: the recipient names the new address; `UNDO`: they name the old one
 * again; `FINISH`: the delay is over, and the stream pays the new address from now on; `KEEP` ends a move that was undone.
 */
export type MoveStep = 'ANNOUNCE' | 'UNDO' | 'FINISH' | 'KEEP';

/** It moves a stream or payment to another address of its recipient's, or a step of that. Nothing else of the stream changes. */
export interface ChangesRecipient {
  readonly kind: 'CHANGES_RECIPIENT';
  readonly move: MoveStep;
  /** `txid:vout` of the state that it spends. */
  readonly outpoint: string;
  /** Category of the funding that opened the stream, display-order hex; with the index it names the stream. */
  readonly category: string;
  readonly index: number;
  readonly sender: string;
  /** The old address: of the recipient so far. Undefined where only its hash is known. */
  readonly from: string | undefined;
  /** hash160 of the old recipient's locking bytecode, hex. */
  readonly fromHash: string;
  /** The new address; of an undone move the old one. Undefined where only its hash is known. */
  readonly to: string | undefined;
  /** hash160 of the new recipient's locking bytecode, hex. */
  readonly toHash: string;
  readonly asset: string | undefined;
  /** What stays in the contract, units of the asset. */
  readonly left: bigint;
  /** Blocks between the announcement and its finish. */
  readonly moveDelay: number;
}

/** It is a step by which a lock moves to another address: nothing but its recipient changes. */
export interface MovesLock extends Pick<
  ChangesRecipient,
  'move' | 'outpoint' | 'from' | 'fromHash' | 'to' | 'toHash' | 'asset' | 'left' | 'moveDelay'
> {
  readonly kind: 'MOVES_LOCK';
  /** Address of its contract before the step. */
  readonly lock: string;
}

/** It returns coins that were sent to a plan's address by mistake, to the plan's sender. */
export interface SweepsPlan {
  readonly kind: 'SWEEPS_PLAN';
  /** Address of the contract at which the coins lie. */
  readonly plan: string;
  readonly sender: string;
  readonly coins: number;
}

/** It spends coins of a vault. */
export interface SpendsVault {
  readonly kind: 'SPENDS_VAULT';
  readonly vault: string;
  /** Whether it ends the vault, so that nothing is left there. */
  readonly closes: boolean;
  /** What leaves the vault in all, satoshis: payouts, what it opens, and the fee. */
  readonly spent: bigint;
  /** Of the coins that it spends, what stays at the vault's address, satoshis. */
  readonly left: bigint;
  /** The tokens among these coins, by category. */
  readonly tokens: readonly { readonly category: string; readonly spent: bigint; readonly left: bigint }[];
  /** Whether it ends a recovery that runs: two signers are never stopped. Never of a vault. */
  readonly stopsRecovery: boolean;
}

/** Who signs for a roster, a treasury whose signers can be exchanged, and who may recover it. */
export interface RosterTerms {
  /** Addresses of the three keys in the order of their seats; any two of them spend. */
  readonly signers: readonly string[];
  /** Address of the guardian; undefined for none, and where only its hash is known. */
  readonly guardian: string | undefined;
  /** hash160 of the guardian's locking bytecode, hex; 40 zeros for no guardian. */
  readonly guardianHash: string;
  /** Blocks without a move before the guardian may call a recovery. */
  readonly quiet: number;
  /** Blocks from the call until the guardian may end the recovery. */
  readonly review: number;
}

/** It opens a roster with a deposit. Its address follows from a coin that the transaction spends. */
export interface OpensRoster extends RosterTerms {
  readonly kind: 'OPENS_ROSTER';
  readonly vault: string;
  /** What is put in. */
  readonly satoshis: bigint;
  /** Whether the chain lists it from now on, so that anybody finds it. */
  readonly isListed: boolean;
}

/** It changes who signs for a roster, or who may recover it and when. Its money and its address stay. */
export interface ChangesRoster extends RosterTerms {
  readonly kind: 'CHANGES_ROSTER';
  readonly vault: string;
  /** Addresses of the signers who leave and who join; undefined where all stay. */
  readonly leaves: string | undefined;
  readonly joins: string | undefined;
  /** What it was before. */
  readonly before: RosterTerms;
}

/** It is a step of a roster's recovery by one party. `CALL`: the guardian begins it; `VETO`: one signer stops it. */
export interface StepsRecovery extends Pick<RosterTerms, 'quiet' | 'review'> {
  readonly kind: 'STEPS_RECOVERY';
  readonly move: 'CALL' | 'VETO';
  readonly vault: string;
  /** `txid:vout` of the state that it spends. */
  readonly outpoint: string;
}

/** It ends a roster's recovery: the guardian and two signers of the next roster put it in place. */
export interface EndsRecovery extends RosterTerms {
  readonly kind: 'ENDS_RECOVERY';
  readonly vault: string;
  /** `txid:vout` of the state that it spends. */
  readonly outpoint: string;
}

/** A purse that a vault opens: money that one key pays out within a limit. */
export interface OpenedPurse {
  /** Address of its contract, which commits to all of its terms. */
  readonly purse: string;
  /** Whose key pays out of it alone. */
  readonly spender: string;
  /** Who may be paid, in the order of the contract; undefined where only the hash of the list is known. */
  readonly payees: readonly string[] | undefined;
  readonly paysAnybody: boolean;
  /** SHA-256 of the hashes of the payees, hex. */
  readonly listHash: string;
  /** Units that may leave at once, and again over each period: in BCH with the fees. */
  readonly limit: bigint;
  /** Blocks in which the limit refills. */
  readonly period: number;
  /** Units that are put in. */
  readonly amount: bigint;
  /** Satoshis beside tokens, for payments. */
  readonly reserve: bigint;
}

/** It opens purses of a vault. Their signers are the vault's. */
export interface OpensPurses {
  readonly kind: 'OPENS_PURSES';
  readonly vault: string;
  readonly asset: string | undefined;
  readonly purses: readonly OpenedPurse[];
  /** Whether the chain lists them, and so their vault, from now on: anybody finds them then. */
  readonly isListed: boolean;
}

/** It takes a purse back: what is in it is its vault's again. */
export interface RecallsPurse extends Amount {
  readonly kind: 'RECALLS_PURSE';
  /** Address of its contract as it is now. */
  readonly purse: string;
  /** `txid:vout` of the coin that it spends. */
  readonly outpoint: string;
  readonly satoshis: bigint;
}

/** It pays out of a purse, by its key alone. */
export interface PaysFromPurse extends Amount {
  readonly kind: 'PAYS_FROM_PURSE';
  /** Address of its contract as it is now. */
  readonly purse: string;
  /** `txid:vout` of the coin that it spends. */
  readonly outpoint: string;
  /** Address of the vault whose money it is. */
  readonly treasury: string;
  readonly to: string;
  /** Units that it takes of the limit: in BCH with the fee, and a 64th of the limit at least. */
  readonly counts: bigint;
  /** Units that may leave right after it. */
  readonly remaining: bigint;
  /** Units that stay in the purse. */
  readonly held: bigint;
  readonly limit: bigint;
  /** Blocks in which the limit refills. */
  readonly period: number;
}

/** It sends everything in a purse to its vault, by one signer. */
export interface SendsPurseHome extends Amount {
  readonly kind: 'SENDS_PURSE_HOME';
  /** Address of its contract as it is now. */
  readonly purse: string;
  /** `txid:vout` of the coin that it spends. */
  readonly outpoint: string;
  /** Address of the vault. */
  readonly treasury: string;
  readonly satoshis: bigint;
}

/** It pays somebody who is not the signer; from a vault, the signer too. */
export interface Pays extends Amount {
  readonly kind: 'PAYS';
  /** Address with its prefix. */
  readonly to: string;
  /** Satoshis of the output; those that accompany a token, too. */
  readonly satoshis: bigint;
  /** An NFT that goes along. */
  readonly nft: { readonly category: string; readonly commitment: string; readonly capability: string } | undefined;
  /** The coin of the vault that it passes on as it was, `txid:vout`; undefined where it passes on none. */
  readonly coin: string | undefined;
  /** Whether the NFT is the new state of a vault that this first deposit opens. */
  readonly opensVault: boolean;
  /** Whether a vault pays the signer. */
  readonly isOwn: boolean;
}

/** It opens an airdrop campaign. */
export interface OpensCampaign {
  readonly kind: 'OPENS_CAMPAIGN';
  /** Whether its rows are those of a list, or anybody may claim. */
  readonly list: 'WHITELIST' | 'PUBLIC';
  readonly campaign: string;
  /** Who may close it and gets what nobody claims. */
  readonly creator: string;
  readonly asset: string | undefined;
  /** Units of the asset that it gives away in all. */
  readonly pool: bigint;
  /** How many claims it can pay. */
  readonly claims: number;
  /** Into how many lanes it is cut; of a list those without rows are not funded. */
  readonly lanes: number;
  /** Of a public campaign: units of each claim, and most claims of one key. */
  readonly amount?: bigint;
  readonly limit?: number;
  /** Unix seconds; 0 for no end. */
  readonly start: bigint;
  readonly end: bigint;
  readonly isCancelable: boolean;
  /** Whether it pays for claims. */
  readonly paysFees: boolean;
  /** What it holds for that, satoshis. */
  readonly claimFees: bigint;
  /** The roots of its lanes, hex, in the order of the lanes that have rows. */
  readonly roots: readonly string[];
  /** What each of these lanes gives away, units of the asset. */
  readonly pools: readonly bigint[];
  /** Where claims pay locks that nobody can cancel: when these vest. */
  readonly vesting?: LockVesting;
}

/** When locks vest. */
export type LockVesting = Extract<OpenedSchedule, { readonly kind: 'VESTING' }>;

/** One lock that a funding opens. */
export interface OpenedLock {
  /** Address of its contract, which commits to all of its terms. */
  readonly lock: string;
  /** Address with its prefix. */
  readonly recipient: string;
  /** Units of the asset that the recipient gets in all. */
  readonly total: bigint;
  /** Satoshis beside tokens, for fees of payments; what is not used goes to the recipient. */
  readonly reserve: bigint;
  readonly schedule: LockVesting;
}

/** It opens locks, which nobody can cancel: one, or a part of a list. */
export interface OpensLocks {
  readonly kind: 'OPENS_LOCKS';
  /** Whom it names as funder; this gives them no right. */
  readonly sender: string;
  readonly asset: string | undefined;
  /** Blocks between a recipient's announcement of another address and the move to it; 0 where they cannot move their locks. */
  readonly moveDelay: number;
  /** In the order of the outputs. */
  readonly locks: readonly OpenedLock[];
}

/** It pays what is due of a lock to its recipient. */
export interface PaysLock {
  readonly kind: 'PAYS_LOCK';
  /** Address of its contract. */
  readonly lock: string;
  /** `txid:vout` of the coin that it spends. */
  readonly outpoint: string;
  readonly recipient: string;
  readonly asset: string | undefined;
  /** Units of the asset. */
  readonly paidToRecipient: bigint;
  /** What stays in the lock. */
  readonly left: bigint;
  /** Blocks between the announcement of another address and the move to it; 0 where the recipient cannot move the lock. */
  readonly moveDelay: number;
  /** The address to which the recipient is moving the lock; undefined where no move is pending. */
  readonly movesTo: string | undefined;
}

/** It claims a row of a campaign, or one part of a public one. */
export interface ClaimsAirdrop {
  readonly kind: 'CLAIMS_AIRDROP';
  readonly campaign: string;
  readonly lane: number;
  readonly recipient: string;
  readonly asset: string | undefined;
  readonly amount: bigint;
  /** Whether the recipient's signature is in the contract's input. */
  readonly isSigned: boolean;
  /** Where the amount goes to a lock of the recipient's: when it vests. */
  readonly vesting?: LockVesting;
}

/** It ends one lane of a campaign: what the lane holds returns to the creator. */
export interface ClosesLane {
  readonly kind: 'CLOSES_LANE';
  readonly campaign: string;
  readonly lane: number;
  readonly creator: string;
  /** Category of the campaign's token; undefined in BCH. */
  readonly asset: string | undefined;
  readonly satoshis: bigint;
  /** Base units. */
  readonly tokens: bigint;
}

/**
 * It lets anybody close a campaign of a vault: its closing unit goes to the closer, beside which all that is left returns
 * to the vault, lane by lane.
 */
export interface ClosesCampaign {
  readonly kind: 'CLOSES_CAMPAIGN';
  /** Of the campaign's lanes and its closing unit, display-order hex. */
  readonly category: string;
  /** Those that go along with the unit. */
  readonly satoshis: bigint;
}

/** One payment in a currency that a funding opens. */
export interface OpenedCurrencyPayment {
  readonly index: number;
  /** Address with its prefix. */
  readonly recipient: string;
  /** What each period pays, in the smallest units of the oracle's prices: cents, say. */
  readonly amount: bigint;
  /** Without an end 32,767, by the calendar the paydays until January 2100. */
  readonly periods: number;
  /** Unix seconds. */
  readonly firstDue: bigint;
  /** What is paid in, the reserve for fees included. */
  readonly satoshis: bigint;
}

/** It opens payments of an amount in a currency, which are paid in BCH at an oracle's price. */
export interface OpensCurrencyPayments {
  readonly kind: 'OPENS_CURRENCY_PAYMENTS';
  /** Who may cancel and gets what returns: an address with its prefix. */
  readonly sender: string;
  /** The oracle's public key, hex. */
  readonly oracle: string;
  /** Three letters. */
  readonly currency: string;
  /** Decimals of the oracle's prices. */
  readonly decimals: number;
  /** Seconds; undefined where periods fall due on days of the month. */
  readonly interval: bigint | undefined;
  readonly paydays: OpenedPaydays | undefined;
  /** Seconds after which another message than that of the date may count. */
  readonly grace: bigint;
  /** The lowest and the highest price of one BCH that count, in the smallest units. */
  readonly lowest: bigint;
  readonly highest: bigint;
  /** Blocks from a cancel or pause to its end. */
  readonly noticeBlocks: number;
  readonly isPausable: boolean;
  /** The smallest top-up that is added, satoshis. */
  readonly leastTopUp: bigint;
  readonly payments: readonly OpenedCurrencyPayment[];
}

/** What a wallet signs of a payment in a currency; all else needs no signature. */
export type CurrencyMove = 'CANCEL' | 'PAUSE' | 'RESUME' | 'TOP_UP';

/** It moves a payment in a currency, or adds money to it. */
export interface MovesCurrencyPayment {
  readonly kind: 'MOVES_CURRENCY_PAYMENT';
  readonly move: CurrencyMove;
  /** `txid:vout` of the state that it spends. */
  readonly outpoint: string;
  /** Category of the funding that opened it, display-order hex; with the index it names the payment. */
  readonly category: string;
  readonly index: number;
  readonly sender: string;
  /** Undefined where only the hash of the address is known. */
  readonly recipient: string | undefined;
  readonly currency: string;
  readonly decimals: number;
  /** What each period pays, in the smallest units of the oracle's prices. */
  readonly amount: bigint;
  /** What the payment holds before, satoshis. */
  readonly satoshis: bigint;
  /** What a top-up adds, satoshis. */
  readonly added: bigint;
  /** When the next period falls due after it, Unix seconds; undefined where none may. */
  readonly nextDue: bigint | undefined;
  readonly noticeBlocks: number;
}

/** What names a payment in a currency, and whom it pays, in transactions that touch its till. */
interface OfTill extends Pick<
  MovesCurrencyPayment,
  'category' | 'index' | 'sender' | 'recipient' | 'currency' | 'decimals' | 'amount'
> {
  /** Address of the till: it follows from the terms. */
  readonly till: string;
}

/** It sends BCH to the till of a payment in a currency, from which anybody adds it to the payment. */
export interface FillsTill extends OfTill {
  readonly kind: 'FILLS_TILL';
  readonly satoshis: bigint;
}

/** It returns coins to the sender of a payment in a currency that were in its till for a notice, and nobody added. */
export interface TakesTill extends OfTill {
  readonly kind: 'TAKES_TILL';
  readonly coins: number;
  /** All that they hold; tokens return beside it. */
  readonly satoshis: bigint;
}

/** One thing that a transaction does, as its bytes and the contracts' rules show it. */
export type Effect =
  | OpensStreams
  | MovesStream
  | ChangesRecipient
  | OpensCurrencyPayments
  | MovesCurrencyPayment
  | FillsTill
  | TakesTill
  | SweepsPlan
  | OpensLocks
  | PaysLock
  | MovesLock
  | OpensCampaign
  | ClaimsAirdrop
  | ClosesLane
  | ClosesCampaign
  | SpendsVault
  | OpensRoster
  | ChangesRoster
  | StepsRecovery
  | EndsRecovery
  | OpensPurses
  | RecallsPurse
  | PaysFromPurse
  | SendsPurseHome
  | Pays;
