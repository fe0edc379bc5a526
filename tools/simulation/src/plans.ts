import { assertSuccess, decodeTransactionCommon, hexToBin, type TransactionCommon } from '@bitauth/libauth';
import {
  buildPlanFunding,
  DEFAULT_CANCEL_FILLS,
  defaultPlanFees,
  findPlanDeployments,
  layOutPlan,
  type PlanDraft,
  type PlanPart,
  type UnsignedTransaction,
  type WalletCoins,
} from '@weir/covenants';
import { DEFAULT_MOVE_DELAY } from '@weir/kinds';
import type { Wallet } from '@weir/wallet';

/** Lays out a plan of the devnet with the usual fees. @throws Error unless one transaction funds it */
export const layOutPart = ({
  delay = DEFAULT_MOVE_DELAY,
  ...draft
}: Omit<PlanDraft, 'fee' | 'floor' | 'cancelFills' | 'delay'> & Partial<Pick<PlanDraft, 'delay'>>): PlanPart => {
  const fees = defaultPlanFees(draft.product);
  const layout = layOutPlan({ ...draft, ...fees, cancelFills: DEFAULT_CANCEL_FILLS, delay }, 'devnet');
  if (!layout.ok) throw new Error(JSON.stringify(layout.problems));
  const [part, second] = layout.parts;
  if (part === undefined || second !== undefined) throw new Error('One transaction is to fund this plan');
  return part;
};

/**
 * Builds the funding of a part.
 *
 * @param category of its tokens; left out in BCH
 * @throws Error where the wallet has no coin with index 0
 */
export const buildFunding = (
  part: PlanPart,
  wallet: WalletCoins,
  tip: { readonly height: number; readonly medianTimePast: number },
  category?: string,
): UnsignedTransaction => {
  const { kind, transaction } = buildPlanFunding(part, wallet, tip, category);
  if (kind !== 'funding') throw new Error('This wallet must be prepared first');
  return transaction;
};

/** A signed transaction that nobody has sent yet. */
export interface SignedTransaction {
  readonly txid: string;
  readonly hex: string;
  readonly transaction: TransactionCommon;
}

/** Decodes a transaction. @throws Error for anything else */
export const decodeHex = (hex: string): TransactionCommon => assertSuccess(decodeTransactionCommon(hexToBin(hex)));

/** Has a wallet sign what was built, without sending it. */
export const sign = async (signer: Wallet, { wcTransaction }: UnsignedTransaction): Promise<SignedTransaction> => {
  const signed = await signer.signTransaction({ ...wcTransaction, broadcast: false });
  const { signedTransaction: hex, signedTransactionHash: txid } = signed;
  return { txid, hex, transaction: decodeHex(hex) };
};

/** Finds the streams that a funding on the devnet opens, each with its state. @throws Error where it opens none */
export const openedBy = (txid: string, transaction: TransactionCommon) => {
  const found = findPlanDeployments('devnet', txid, transaction);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.deployments;
};
