/**
 * The words, error codes and normalized bodies of the API, for the layers below its routes: types and constants, nothing here loads
 * a schema.
 */
import type { CreateAirdropBody, PreviewAirdropBody } from './airdrops/create-campaign.schema.js';
import type { CreateCurrencyPaymentBody } from './currency/create-currency-payment.schema.js';
import type { MoveCurrencyPaymentBody } from './currency/move-currency-payment.schema.js';
import type { CreateLockBody } from './locks/create-lock.schema.js';
import type { CreatePaymentBody, RenewPaymentBody } from './payments/create-payment.schema.js';
import type { CreatePlanBody, RenewPlanBody } from './plans/create-plan.schema.js';
import type { PlanRow } from './plans/plan-row.schema.js';
import type { DiscardBody } from './portfolio/portfolio.schema.js';
import type { Normalized } from './serializer/normalizer-of.js';
import type { CreateStreamBody } from './streams/create-stream-body.schema.js';
import type { ReviewOcfBody } from './streams/review-ocf.schema.js';
import type { CreateVaultBody } from './vaults/create-vault.schema.js';
import type { ProposeBody } from './vaults/propose.schema.js';
import type { PayPurseBody } from './vaults/purse.schema.js';
import type { FinishRecoveryBody } from './vaults/recovery.schema.js';

export type { AirdropStatus, VestingType } from './airdrops/campaign.schema.js';
export type { ListAirdropsQuery } from './airdrops/read-campaigns.schema.js';
export type { ListEventsQuery } from './events/event.schema.js';
export type { ActivityStatus, ListActivityQuery } from './explorer/activity.schema.js';
export type { ActivityEntriesQuery, ActivityExportQuery } from './exports/activity-export.schema.js';
export type { ListPaymentsQuery } from './payments/payment.schema.js';
export type { PaymentInterval, PaymentStatus } from './shared/payment-words.schema.js';
export type { ListLabelsQuery, ListPlansQuery, PlanKind, PlanStatus } from './plans/plan.schema.js';
export { plainLine } from './shared/plain-line.js';
export type { Finality } from './shared/route.js';
export type { ErrorCode } from './shared/error-codes.js';
export type { Warning } from './shared/warnings.schema.js';
export type { ListStreamsQuery, StreamStep } from './streams/read-streams.schema.js';
export type { RefundStatus, StreamContract, StreamStatus, StreamType, TokenType } from './streams/stream.schema.js';
export type { ListProposalsQuery } from './vaults/proposal.schema.js';
export type { ProposalStatus, VaultRole, VaultStatus } from './vaults/vault.schema.js';

/** What records are created from: the bodies of requests, without nulls. Their schemas say what each field means. */
export type CreateStreamInput = Normalized<CreateStreamBody>;
export type ReviewOcfInput = Normalized<ReviewOcfBody>;
export type CreateLockInput = Normalized<CreateLockBody>;
export type DiscardInput = Normalized<DiscardBody>;
export type CreateCurrencyPaymentInput = Normalized<CreateCurrencyPaymentBody>;
export type MoveCurrencyPaymentInput = Normalized<MoveCurrencyPaymentBody>;
export type CreatePaymentInput = Normalized<CreatePaymentBody>;
export type RenewPaymentInput = Normalized<RenewPaymentBody>;
export type RenewPlanInput = Normalized<RenewPlanBody>;
export type CreateCampaignInput = Normalized<CreateAirdropBody>;
export type PreviewCampaignInput = Normalized<PreviewAirdropBody>;
export type CreatePlanInput = Normalized<CreatePlanBody>;
export type PlanRowInput = Normalized<PlanRow>;
export type ShapeInput = NonNullable<PlanRowInput['shape']>;
export type CreateVaultInput = Normalized<CreateVaultBody>;
export type ProposeInput = Normalized<ProposeBody>;
export type PayPurseInput = Normalized<PayPurseBody>;
export type FinishRecoveryInput = Normalized<FinishRecoveryBody>;
