import type { Wallet } from '@weir/wallet';
import type { AirdropScenario } from './airdrop-scenario.js';
import { currencyOf, type CurrencyScenario } from './currency-scenario.js';
import type { Fixture } from './fixture.js';
import { lockOf, type LockScenario } from './lock-scenario.js';
import { paymentOf, type PaymentScenario } from './payment-scenario.js';
import { planOf, type PlanScenario } from './plan-scenario.js';
import type { PurseScenario } from './purse-scenario.js';
import type { RosterScenario } from './roster-scenario.js';
import { creationOf, type Scenario } from './stream-scenario.js';
import { signersOf, vaultOf, type VaultScenario } from './vault-scenario.js';

/** The records that routes are tried on. */
export interface Scene {
  readonly fixture: Fixture;
  readonly stream: Omit<Scenario, 'created'> & Partial<Pick<Scenario, 'created'>>;
  readonly lock: LockScenario;
  readonly payment: PaymentScenario;
  readonly currency: CurrencyScenario;
  /** Funded, and one that is not. */
  readonly plan: PlanScenario;
  readonly draft: PlanScenario;
  /** A private one, with a proposal. */
  readonly vault: VaultScenario;
  readonly proposalId: string;
  /** A private one whose guardian may recover it. */
  readonly roster: RosterScenario;
  /** A purse of the vault. */
  readonly purse: PurseScenario;
  /** Webhooks of the vault's creator: one to keep, and more on request to remove. */
  readonly webhooks: { readonly kept: string; readonly deliveryId: string; removable(): string };
  /** A funded public campaign. */
  readonly campaign: AirdropScenario;
  /** A campaign for a list that was not uploaded yet. */
  readonly listed: AirdropScenario;
}

/** How one route is tried: on which record, by whom, with which body. */
export interface Trial {
  /** The id in its path. */
  readonly id?: (scene: Scene) => string;
  /** Who may call it; undefined where callers are ignored. */
  readonly caller?: (scene: Scene) => Wallet;
  /** Whether any named caller may, since the result belongs to them. */
  readonly isForAll?: boolean;
  /** Whether other callers get NOT_FOUND rather than FORBIDDEN. */
  readonly isHidden?: boolean;
  /** Whether the body itself proves the caller, so that a forged one is refused. */
  readonly isAuthenticatedByBody?: boolean;
  readonly body: (scene: Scene) => object;
}

const HASH = 'a'.repeat(64);

const ofStream = { id: ({ stream }: Scene) => stream.id };
const bySender = { caller: ({ stream }: Scene) => stream.sender };
const byRecipient = { caller: ({ stream }: Scene) => stream.recipient };
const creation = ({ fixture, stream }: Scene): object =>
  creationOf(fixture, stream.recipient, { sender: stream.sender.address });

const byLocker = { caller: ({ lock }: Scene) => lock.sender };
const lockOrder = ({ fixture, lock }: Scene): object =>
  lockOf(fixture, lock.recipient, { sender: lock.sender.address });

const ofPayment = { id: ({ payment }: Scene) => payment.id };
const byPayer = { caller: ({ payment }: Scene) => payment.sender };
const byPayee = { caller: ({ payment }: Scene) => payment.recipient };
const order = ({ fixture, payment }: Scene): object =>
  paymentOf(fixture, payment.recipient, { sender: payment.sender.address, amountPerPeriod: 0.01 });

const ofCurrency = { id: ({ currency }: Scene) => currency.id };
const byCurrencyPayer = { caller: ({ currency }: Scene) => currency.sender };
const currencyOrder = ({ fixture, currency }: Scene): object =>
  currencyOf(fixture, currency.recipient, { sender: currency.sender.address });

const ofPlan = { id: ({ plan }: Scene) => plan.id };
const ofDraft = { id: ({ draft }: Scene) => draft.id };
const byPlanner = { caller: ({ plan }: Scene) => plan.sender };
const byDrafter = { caller: ({ draft }: Scene) => draft.sender };
const planned = ({ fixture, plan }: Scene): object => planOf(fixture, plan.recipients, { sender: plan.sender.address });
const chosen = ({ stream }: Scene): object => ({ streamIds: [stream.id] });

const ofVault = { id: ({ vault }: Scene) => vault.id };
const ofRoster = { id: ({ roster }: Scene) => roster.id };
const byGuardian = { caller: ({ roster }: Scene) => roster.guardian };
const ofProposal = { id: ({ proposalId }: Scene) => proposalId };
const ofPurse = { id: ({ purse }: Scene) => purse.id };
const byCreator = { caller: ({ vault }: Scene) => vault.creator };
const bySigner = { caller: ({ vault }: Scene) => vault.signers[0] };

const ofWebhook = { isHidden: true, id: ({ webhooks }: Scene) => webhooks.kept };
const ofCampaign = { id: ({ campaign }: Scene) => campaign.id };
const ofListed = { id: ({ listed }: Scene) => listed.id };
const byDropper = { caller: ({ campaign }: Scene) => campaign.creator };
const byLister = { caller: ({ listed }: Scene) => listed.creator };
const drop = ({ campaign }: Scene): object => ({
  title: 'Drop',
  creator: campaign.creator.address,
  totalAmount: 1,
  amountPerClaim: 0.1,
});
const list = ({ stream }: Scene): object => ({ recipients: [{ address: stream.recipient.address, amount: 0.0001 }] });

const nothing = (): object => ({});
const hash = (): object => ({ txHash: HASH });
const claimed = (): object => ({ txHash: HASH, claimedAmount: 1 });
const quiet = (): object => ({ broadcast: false });

/** Every route that changes something, by path. A test fails while one is missing. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  '/api/auth/nonce': { body: () => ({ address: 'none' }) },
  '/api/auth/verify': { body: ({ stream }) => ({ address: 'none', signature: '', nonceId: stream.id }) },
  '/api/streams/preview': { ...bySender, body: creation },
  '/api/streams/create': { ...bySender, body: creation },
  '/api/streams/review-ocf': { body: () => ({ files: [{ name: 'acme.ocf.zip', content: 'UEsDBA==' }], decimals: 0 }) },
  '/api/streams/:id/confirm-funding': { ...ofStream, body: hash },
  '/api/streams/:id/claim': {
    ...ofStream,
    ...byRecipient,
    body: ({ stream }) => ({ recipientAddress: stream.recipient.address }),
  },
  '/api/streams/:id/confirm-claim': { ...ofStream, body: claimed },
  '/api/streams/:id/cancel': { ...ofStream, ...bySender, body: ({ stream }) => ({ sender: stream.sender.address }) },
  '/api/streams/:id/confirm-cancel': { ...ofStream, body: hash },
  '/api/streams/:id/refund': { ...ofStream, body: nothing },
  '/api/streams/:id/push': { ...ofStream, body: quiet },
  '/api/moves': {
    ...byRecipient,
    body: ({ stream }) => ({ streamIds: [stream.id], to: stream.sender.address }),
  },
  '/api/moves/undo': { ...byRecipient, body: chosen },
  '/api/moves/finish': { ...byRecipient, isForAll: true, body: chosen },
  '/api/moves/confirm': { body: hash },
  '/api/moves/undo/confirm': { body: hash },
  '/api/moves/finish/confirm': { body: hash },
  '/api/locks/preview': { ...byLocker, body: lockOrder },
  '/api/locks': { ...byLocker, body: lockOrder },
  '/api/payments/preview': { ...byPayer, body: order },
  '/api/payments/create': { ...byPayer, body: order },
  '/api/payments/:id/renew': { ...ofPayment, ...byPayer, body: nothing },
  '/api/payments/:id/confirm-funding': { ...ofPayment, body: hash },
  '/api/payments/:id/claim': {
    ...ofPayment,
    ...byPayee,
    body: ({ payment }) => ({ recipientAddress: payment.recipient.address }),
  },
  '/api/payments/:id/confirm-claim': { ...ofPayment, body: claimed },
  '/api/payments/:id/pause': { ...ofPayment, ...byPayer, body: nothing },
  '/api/payments/:id/confirm-pause': { ...ofPayment, body: hash },
  '/api/payments/:id/resume': { ...ofPayment, ...byPayer, body: nothing },
  '/api/payments/:id/confirm-resume': { ...ofPayment, body: hash },
  '/api/payments/:id/cancel': { ...ofPayment, ...byPayer, body: ({ payment }) => ({ sender: payment.sender.address }) },
  '/api/payments/:id/confirm-cancel': { ...ofPayment, body: hash },
  '/api/payments/:id/refund': { ...ofPayment, body: nothing },
  '/api/payments/:id/push': { ...ofPayment, body: quiet },
  '/api/currency-payments/preview': { ...byCurrencyPayer, body: currencyOrder },
  '/api/currency-payments/create': { ...byCurrencyPayer, body: currencyOrder },
  '/api/currency-payments/:id/confirm-funding': { ...ofCurrency, body: hash },
  '/api/currency-payments/:id/confirm': { ...ofCurrency, body: hash },
  '/api/currency-payments/:id/pause': { ...ofCurrency, ...byCurrencyPayer, body: nothing },
  '/api/currency-payments/:id/resume': { ...ofCurrency, ...byCurrencyPayer, body: nothing },
  '/api/currency-payments/:id/cancel': { ...ofCurrency, ...byCurrencyPayer, body: nothing },
  '/api/currency-payments/:id/top-up': {
    ...ofCurrency,
    body: ({ currency }) => ({ payer: currency.sender.address, amount: 1 }),
  },
  '/api/currency-payments/:id/take': { ...ofCurrency, ...byCurrencyPayer, body: nothing },
  '/api/currency-payments/:id/confirm-take': { ...ofCurrency, body: hash },
  '/api/currency-payments/:id/push': { ...ofCurrency, body: nothing },
  '/api/plans': { ...byPlanner, body: planned },
  '/api/plans/preview': { ...byPlanner, body: planned },
  '/api/plans/:id/recipients': {
    ...ofDraft,
    ...byDrafter,
    body: ({ stream }) => ({ csv: `${stream.recipient.address},0.01` }),
  },
  '/api/plans/:id/renew': { ...ofPlan, ...byPlanner, body: nothing },
  '/api/plans/:id/confirm-funding': { ...ofPlan, body: hash },
  '/api/plans/:id/cancel': { ...ofPlan, ...byPlanner, body: chosen },
  '/api/plans/:id/confirm-cancel': { ...ofPlan, body: hash },
  '/api/plans/:id/pause': { ...ofPlan, ...byPlanner, body: chosen },
  '/api/plans/:id/confirm-pause': { ...ofPlan, body: hash },
  '/api/plans/:id/resume': { ...ofPlan, ...byPlanner, body: chosen },
  '/api/plans/:id/confirm-resume': { ...ofPlan, body: hash },
  '/api/vaults': { ...byCreator, isForAll: true, body: ({ vault }) => vaultOf(vault.signers) },
  '/api/vaults/:id/update-balance': { ...ofVault, ...byCreator, body: () => ({ txid: HASH, amount: 1 }) },
  '/api/vaults/:id/signers': {
    ...ofVault,
    ...byCreator,
    body: ({ stream }) => ({ signerAddress: stream.recipient.address }),
  },
  '/api/vaults/:id/proposals': {
    ...ofVault,
    ...bySigner,
    body: ({ stream }) => ({ recipient: stream.recipient.address, amount: 0.1, reason: 'Rent' }),
  },
  '/api/vaults/:id/recovery/call': { ...ofRoster, ...byGuardian, body: nothing },
  '/api/vaults/:id/recovery/veto': { ...ofRoster, caller: ({ roster }) => roster.signers[0], body: nothing },
  '/api/vaults/:id/recovery/confirm': { ...ofRoster, body: hash },
  '/api/vaults/:id/recovery/finish': { ...ofRoster, ...byGuardian, body: ({ roster }) => signersOf(roster.signers) },
  '/api/proposals/:id/approve': { ...ofProposal, ...bySigner, body: nothing },
  '/api/proposals/:id/signatures': { ...ofProposal, ...bySigner, body: () => ({ signedTransaction: '00' }) },
  '/api/proposals/:id/execute': { ...ofProposal, ...bySigner, body: nothing },
  '/api/proposals/:id/confirm-execute': { ...ofProposal, body: hash },
  '/api/proposals/:id/reject': { ...ofProposal, ...bySigner, body: nothing },
  '/api/purses/:id/pay': {
    ...ofPurse,
    caller: ({ purse }) => purse.spender,
    body: ({ purse }) => ({ to: purse.payee.address, amount: 0.01 }),
  },
  '/api/purses/:id/home': { ...ofPurse, caller: ({ purse }) => purse.vault.signers[0], body: nothing },
  '/api/purses/:id/confirm-payment': { ...ofPurse, body: hash },
  '/api/purses/:id/confirm-home': { ...ofPurse, body: hash },
  '/api/airdrops/preview': { ...byDropper, body: drop },
  '/api/airdrops/create': { ...byDropper, body: drop },
  '/api/airdrops/:id/generate-merkle': { ...ofListed, ...byLister, body: list },
  '/api/airdrops/:id/replace-addresses': {
    ...ofListed,
    ...byLister,
    body: ({ stream }) => ({ replacements: [{ from: stream.recipient.address, to: stream.sender.address }] }),
  },
  '/api/airdrops/:id/confirm-funding': { ...ofCampaign, body: hash },
  '/api/airdrops/:id/claim': {
    ...ofCampaign,
    ...byRecipient,
    body: ({ stream }) => ({ claimerAddress: stream.recipient.address }),
  },
  '/api/airdrops/:id/confirm-claim': { ...ofCampaign, body: hash },
  '/api/airdrops/:id/cancel': {
    ...ofCampaign,
    ...byDropper,
    body: ({ campaign }) => ({ creator: campaign.creator.address }),
  },
  '/api/airdrops/:id/confirm-cancel': { ...ofCampaign, body: hash },
  '/api/airdrops/:id/close': { ...ofCampaign, isAuthenticatedByBody: true, body: () => ({ signature: 'none' }) },
  '/api/airdrops/:id/sync': { ...ofCampaign, body: nothing },
  '/api/portfolio/discard': { ...bySender, body: ({ stream }) => ({ kind: 'stream', id: stream.id }) },
  '/api/calendar': { ...byCreator, isForAll: true, body: nothing },
  '/api/calendar/remove': { ...byCreator, isForAll: true, body: nothing },
  '/api/mail': { ...byCreator, isForAll: true, body: nothing },
  '/api/mail/remove': { ...byCreator, isForAll: true, body: nothing },
  '/api/mail/links/:token': { body: nothing },
  '/api/webhooks': { ...byCreator, isForAll: true, body: () => ({ url: 'https://weir.example/hook' }) },
  '/api/webhooks/:id/test': { ...ofWebhook, ...byCreator, body: nothing },
  '/api/webhooks/:id/rotate-secret': { ...ofWebhook, ...byCreator, body: nothing },
  '/api/webhooks/:id/enable': { ...ofWebhook, ...byCreator, body: nothing },
  '/api/webhooks/:id/remove': {
    isHidden: true,
    id: ({ webhooks }) => webhooks.removable(),
    ...byCreator,
    body: nothing,
  },
  '/api/webhooks/:id/deliveries/:deliveryId/redeliver': { ...ofWebhook, ...byCreator, body: nothing },
  '/api/transactions/broadcast': { body: () => ({ txHex: '00' }) },
};
