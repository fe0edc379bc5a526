import { hexToBin } from '@bitauth/libauth';
import {
  ageFor,
  availableAt,
  createPurseContract,
  lockingBytecodeOf,
  type Network,
  outpointKey,
  partyAddress,
  purseAge,
} from '@weir/covenants';
import type { PursePaymentRecord, PurseRecord, TransitionRecord, VaultRecord } from '@weir/infra';
import { purseTermsOf } from '../../shared/vaults/stored-purse.js';

/** The address of a signer whom a purse names: one who has left their seat since, too. */
const signerAddress = (hash: string, { signers }: VaultRecord, network: Network): string =>
  signers.find((signer) => signer.hash === hash)?.address ??
  partyAddress(lockingBytecodeOf(hexToBin(hash)), network) ??
  hash;

const addressOf = (hex: string, network: Network): string => partyAddress(hexToBin(hex), network) ?? hex;

/** What a purse may pay now, and when all of its limit is there again. Without a height nothing is known of its age. */
const limitNow = (
  purse: PurseRecord,
  { lockingBytecode }: VaultRecord,
  network: Network,
  height: number | undefined,
) => {
  const { state, leftUnits, limitUnits } = purse;
  if (state === null) return { available: 0n, fullAtHeight: null };
  const contract = createPurseContract(purseTermsOf(purse, lockingBytecode), network, leftUnits);
  const mined = state.height ?? undefined;
  const age = height === undefined ? 0 : purseAge({ height: mined }, { height });
  const available = availableAt(contract, age);
  const fullAge = ageFor(contract, limitUnits);
  const fullAtHeight =
    available === limitUnits || mined === undefined || fullAge === undefined ? null : mined + fullAge;
  return { available, fullAtHeight };
};

/**
 * Converts a purse to the form shown to those who may see it.
 *
 * @param height the tip's; undefined where the chain cannot be read
 */
export const toPurseView = (purse: PurseRecord, vault: VaultRecord, network: Network, height: number | undefined) => {
  const { state, tokenType, payees, limitUnits, signerHashes, leftUnits, openedTxid, status } = purse;
  const isBch = tokenType === 'BCH';
  const held = isBch ? state?.satoshis : state?.tokenAmount;
  return {
    id: purse.id,
    vaultId: purse.vaultId,
    vaultName: vault.name,
    vaultAddress: vault.contractAddress,
    status,
    contractAddress: purse.contractAddress,
    outpoint: state && outpointKey(state),
    tokenType,
    tokenCategory: purse.tokenCategory,
    spender: purse.spender,
    signers: signerHashes.map((hash) => signerAddress(hash, vault, network)),
    payees: payees?.map((payee) => addressOf(payee, network)) ?? null,
    paysAnybody: payees?.length === 0,
    listHash: purse.listHash,
    limit: limitUnits,
    periodBlocks: purse.periodBlocks,
    left: leftUnits,
    balance: held ?? 0n,
    reserve: isBch ? 0n : (state?.satoshis ?? 0n),
    ...limitNow(purse, vault, network, height),
    minedHeight: state?.height ?? null,
    height: height ?? null,
    openedTxHash: openedTxid,
    createdAt: purse.createdAt,
    updatedAt: purse.updatedAt,
  };
};

/** A purse as the use cases return it. Amounts in base units of the asset, times in Unix seconds. */
export type PurseView = ReturnType<typeof toPurseView>;

const STEPS = {
  'open-purse': 'opened',
  'pay-purse': 'paid',
  'send-purse-home': 'sent_home',
  'end-purse': 'ended',
} as const;

const isStep = (kind: string): kind is keyof typeof STEPS => Object.hasOwn(STEPS, kind);

/** Converts a step of a purse to the form shown. */
export const toPurseStepView = ({
  step,
  payment,
}: {
  readonly step: TransitionRecord;
  readonly payment: PursePaymentRecord | undefined;
}) => {
  const { kind, txHash, createdAt, state, paidToRecipient, paidToSender, spent, final, block } = step;
  if (!isStep(kind)) throw new Error(`A purse has an unknown step: ${kind}`);
  const putIn = spent === null ? (state?.tokenAmount ?? state?.satoshis ?? 0n) : 0n;
  return {
    step: STEPS[kind],
    txHash,
    at: createdAt,
    amount: putIn + paidToRecipient + paidToSender,
    payee: payment?.payee ?? null,
    finality: final ? ('final' as const) : block === null ? ('mempool' as const) : ('mined' as const),
  };
};
