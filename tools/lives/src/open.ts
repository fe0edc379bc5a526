import type { CampaignTerms, PaymentTerms, PlanTerms, StreamTerms, VaultTerms } from '@weir/client';
import type { Wallet } from '@weir/wallet';
import type { Creates, Depositable, Executable, Fundable, Listable, ListedRow, Stage } from './stage.js';
import { campaignTerms, listTerms, paymentTerms, planTerms, streamTerms, vaultTerms } from './terms.js';

/** Who pays, and whom. The payer has coins. */
export interface Parties {
  readonly sender: Wallet;
  readonly recipient: Pick<Wallet, 'address'>;
}

/** Creates and funds a stream. @param changes of {@link streamTerms} */
export const openStream = async <Stream extends Fundable>(
  { weir, chain }: Stage<{ readonly streams: Creates<StreamTerms, Stream> }>,
  { sender, recipient }: Parties,
  changes: Partial<StreamTerms> = {},
) => {
  const stream = await weir.streams.create(streamTerms(recipient.address, await chain.now(), changes), sender);
  await stream.fund(sender);
  return stream;
};

/** Creates and funds a payment. @param changes of {@link paymentTerms} */
export const openPayment = async <Payment extends Fundable>(
  { weir, chain }: Stage<{ readonly payments: Creates<PaymentTerms, Payment> }>,
  { sender, recipient }: Parties,
  changes: Partial<PaymentTerms> = {},
) => {
  const payment = await weir.payments.create(paymentTerms(recipient.address, await chain.now(), changes), sender);
  await payment.fund(sender);
  return payment;
};

/** Creates and funds a plan of grants. @param changes of {@link planTerms} */
export const openPlan = async <Plan extends Fundable>(
  { weir, chain }: Stage<{ readonly plans: Creates<PlanTerms, Plan> }>,
  sender: Wallet,
  recipients: readonly string[],
  changes: Partial<PlanTerms> = {},
) => {
  const plan = await weir.plans.create(planTerms(recipients, await chain.now(), changes), sender);
  await plan.fund(sender);
  return plan;
};

/** Creates and funds a campaign for everybody. @param changes of {@link campaignTerms} */
export const openCampaign = async <Campaign extends Fundable>(
  { weir, chain }: Stage<{ readonly airdrops: Creates<CampaignTerms, Campaign> }>,
  creator: Wallet,
  changes: Partial<CampaignTerms> = {},
) => {
  const campaign = await weir.airdrops.create(campaignTerms(await chain.now(), changes), creator);
  await campaign.fund(creator);
  return campaign;
};

/** Creates a campaign, uploads its list and funds it. @param rows amounts in base units @param changes of {@link listTerms} */
export const openList = async <Campaign extends Listable>(
  { weir, chain }: Stage<{ readonly airdrops: Creates<CampaignTerms, Campaign> }>,
  creator: Wallet,
  rows: readonly ListedRow[],
  changes: Partial<CampaignTerms> = {},
) => {
  const campaign = await weir.airdrops.create(listTerms(await chain.now(), changes), creator);
  await campaign.generateList(rows, creator);
  await campaign.fund(creator);
  return campaign;
};

/** Creates a vault and mines its first deposit, which its creator pays. @param changes of {@link vaultTerms} */
export const openVault = async <Vault extends Depositable>(
  { weir, chain }: Stage<{ readonly vaults: Creates<VaultTerms, Vault> }>,
  signers: readonly [Wallet, Wallet, Wallet],
  changes: Partial<VaultTerms> = {},
  creator: Wallet = signers[0],
) => {
  const vault = await weir.vaults.create(vaultTerms(signers, changes), creator);
  await vault.deposit(creator);
  await chain.mine();
  return vault;
};

/** Has two signers agree on a proposal, of whom the first sends it. */
export const carryOut = async <Executed>(
  proposal: Executable<Executed>,
  [first, second]: readonly [Wallet, Wallet],
): Promise<Executed> => {
  await proposal.approve(first);
  await proposal.approve(second);
  return proposal.execute(first);
};
