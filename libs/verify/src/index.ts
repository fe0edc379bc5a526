export { PURSE_RESERVE } from '@weir/covenants';
export { summarize, tokensIn } from './summary/summarize.js';
export {
  ENGLISH,
  type LatestPrice,
  type Summary,
  type SummaryLine,
  type SummaryRow,
  type SummaryWords,
  type TokenName,
} from './summary/words.js';
export { checkSigned } from './check-signed.js';
export {
  type FundedCurrencyPayments,
  type PricedTerms,
  type PriceProof,
  provenPeriod,
  type ProvenPeriod,
  readCurrencyFunding,
  readSignedPrice,
  type SignedPrice,
} from './currency.js';
export { Difference, type DifferenceCode } from './difference.js';
export { excludeEachOther, outpointsOf } from './exclude-each-other.js';
export type {
  Amount,
  ChangesRecipient,
  ChangesRoster,
  ClaimsAirdrop,
  ClosesCampaign,
  ClosesLane,
  CurrencyMove,
  Effect,
  EndsRecovery,
  FillsTill,
  LockVesting,
  MovesCurrencyPayment,
  MovesStream,
  MoveStep,
  OpenedCurrencyPayment,
  OpenedLock,
  OpenedPaydays,
  OpenedPurse,
  OpenedSchedule,
  OpenedStream,
  OpenedTranche,
  OpensCampaign,
  OpensCurrencyPayments,
  OpensLocks,
  OpensPurses,
  OpensRoster,
  OpensStreams,
  Pays,
  MovesLock,
  PaysFromPurse,
  PaysLock,
  RecallsPurse,
  RosterTerms,
  SendsPurseHome,
  SpendsVault,
  StepsRecovery,
  StreamMove,
  SweepsPlan,
  TakesTill,
} from './effects.types.js';
export {
  type FundedCampaign,
  type FundedStreams,
  guardianHashOf,
  lockAddress,
  lockReserveOf,
  lockingBytecodesOf,
  networkOf,
  purseAddress,
  type PurseToFind,
  readCampaignFunding,
  readStreamFunding,
  recipientHashOf,
  type ReserveSchedule,
  rosterAddress,
  streamReserveOf,
  vaultAddress,
} from './funding.js';
export { grantSchedule, type NamedGrant, type NamedInstallments } from './grant.js';
export { offsetOfDays } from './named-time.js';
export { namedPaydays, type NamedPaydays, type NamedSalary, paydaysUntil, salarySchedule } from './salary.js';
export type { LedgerAsset, LedgerEntry, LedgerLine, LedgerNft, LedgerOwner, LedgerReason } from './reading/ledger.js';
export type { Reading, Signer } from './reading/read-draft.js';
export { requestToSign, type RequestToSign } from './request/request-to-sign.js';
export type { SigningRequest } from './request/signing-request.js';
export { readSignIn } from './sign-in.js';
export { differenceOf, verify, type Asked, type AskedEffect } from './verify.js';
