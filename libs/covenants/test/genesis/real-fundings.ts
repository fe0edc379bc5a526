import { hexToBin, type TransactionCommon } from '@bitauth/libauth';
import type { Chance } from '@weir/testing';
import {
  airdropFundingOutputs,
  createAirdropContract,
  createAirdropNonce,
  createVaultContract,
  encodeVaultState,
  INITIAL_VAULT_STATE,
  layOutPlan,
  partyOf,
  planFeeLimits,
  type AirdropParameters,
  type Network,
  type Party,
  type PlanDraft,
  type PlanProduct,
  type StreamDraft,
  type VaultContract,
  type WhitelistLane,
} from '../../src/index.js';
import { fundingOutputs } from '../../src/plan/funding/funding-outputs.js';
import type { PlannedOutput } from '../../src/transaction/assemble.js';
import { toLibauthOutput } from '../../src/transaction/libauth-output.js';
import { hexOf } from './reader.js';

/** A funding as the builders lay it out, before anybody forges it. */
export interface RealFunding {
  readonly kind: 'PLAN' | 'CAMPAIGN' | 'VAULT';
  readonly network: Network;
  readonly transaction: TransactionCommon;
  /** Of a campaign for a list: its lanes. */
  readonly list: readonly WhitelistLane[] | undefined;
  readonly vault: VaultContract | undefined;
}

const START = 1_700_000_000n;
const TIP = { height: 800_000, medianTimePast: Number(START) };

const partyFrom = (chance: Chance): Party => {
  const kind = chance.of(['P2PKH', 'P2PKH', 'P2SH20', 'P2SH32'] as const);
  const party = partyOf({ kind, hash: chance.bytes(kind === 'P2SH32' ? 32 : 20) });
  if (party === undefined) throw new Error('No party');
  return party;
};

const funding = (
  chance: Chance,
  category: string,
  payer: Party,
  outputs: readonly PlannedOutput[],
): TransactionCommon => {
  const other = () => ({
    outpointTransactionHash: chance.bytes(32),
    outpointIndex: chance.below(3),
    sequenceNumber: 0xffffffff,
    unlockingBytecode: new Uint8Array(),
  });
  const genesis = { ...other(), outpointTransactionHash: hexToBin(category), outpointIndex: 0 };
  const inputs = [...Array.from({ length: chance.below(3) }, other), genesis, ...(chance.once(4) ? [other()] : [])];
  const change = { to: payer, amount: 5_000n };
  const all = [change, ...outputs].map(toLibauthOutput);
  return { version: 2, locktime: 0, inputs, outputs: all };
};

const amountFrom = (chance: Chance, bch: boolean): bigint => {
  const amount = chance.big(bch ? 50 : 62) + (bch ? 576n : 1n);
  return chance.once(8) ? (bch ? 576n : 1n) : amount;
};

const streamFrom = (
  chance: Chance,
  product: PlanProduct,
  recipients: readonly Party[],
  cliffs: readonly bigint[],
): StreamDraft => {
  const bch = product.endsWith('BCH');
  const recipient = chance.of(recipients);
  const noticeBlocks = chance.of([0, 12, 36, 36, 65_535]);
  if (product.startsWith('VESTING')) {
    const start = chance.once(10) ? 500_000_000n : START + chance.big(24);
    const end = start + chance.big(27) + 1n;
    const cliff = chance.of([0n, 0n, ...cliffs]);
    const step = chance.of([1n, 1n, 86_400n, end - start, 2_592_000n]);
    return {
      kind: 'VESTING',
      recipient,
      total: amountFrom(chance, bch),
      start,
      end,
      group: { kind: 'VESTING', cliff: cliff > end - start ? 0n : cliff, step, noticeBlocks },
    };
  }
  const cancelable = noticeBlocks > 0;
  const periods = chance.between(1, 40);
  const amount = amountFrom(chance, bch) / BigInt(periods) + (bch ? 576n : 1n);
  return {
    kind: 'RECURRING',
    recipient,
    amount,
    periods,
    firstDue: START + chance.big(24),
    lastAmount: amount + (chance.once(3) ? chance.big(10) : 0n),
    group: {
      kind: 'RECURRING',
      interval: chance.of([1n, 3_600n, 86_400n, 2_592_000n]),
      noticeBlocks,
      cancelable,
      pausable: cancelable && chance.once(2),
    },
  };
};

/** Terms for fees at their limits and near them, with a fee that is at most the floor. */
const feesFrom = (chance: Chance, product: PlanProduct): Pick<PlanDraft, 'fee' | 'floor'> => {
  const limits = planFeeLimits(product);
  const [fee, floor] = [limits.fee, limits.floor].map(({ least, most }) => chance.of([least, most, most - 10n]));
  if (fee === undefined || floor === undefined || fee > floor) return feesFrom(chance, product);
  return { fee, floor };
};

const draftFrom = (chance: Chance, product: PlanProduct): PlanDraft => {
  const recipients = Array.from({ length: chance.between(1, 4) }, () => partyFrom(chance));
  const cliffs = Array.from({ length: 2 }, () => chance.big(26));
  return {
    product,
    sender: partyFrom(chance),
    nonce: chance.bytes(16),
    cancelFills: BigInt(chance.of([1, 17, 17, 255])),
    delay: chance.of([0, 144, 1_008, 1_008, 65_535]),
    ...feesFrom(chance, product),
    streams: Array.from({ length: chance.between(1, chance.once(12) ? 24 : 5) }, () =>
      streamFrom(chance, product, recipients, cliffs),
    ),
  };
};

/** A plan of random terms. What the rules for lists refuse is drawn again. */
export const realPlan = (chance: Chance, product: PlanProduct): RealFunding => {
  for (;;) {
    const network = chance.of(['mainnet', 'devnet'] as const);
    const draft = draftFrom(chance, product);
    const layout = layOutPlan(draft, network);
    const part = layout.ok ? layout.parts[0] : undefined;
    if (part === undefined) continue;
    const category = hexOf(chance.bytes(32));
    const asset = product.endsWith('BCH') ? undefined : hexOf(chance.bytes(32));
    const outputs = fundingOutputs(part, category, asset, TIP);
    const transaction = funding(chance, category, part.terms.sender, outputs);
    return { kind: 'PLAN', network, transaction, list: undefined, vault: undefined };
  }
};

/** The forms of campaigns. */
export interface CampaignForm {
  readonly isScript: boolean;
  readonly isPublic: boolean;
  readonly isToken: boolean;
}

/** Deals rows out to lanes: each a root, a number of rows and a sum. */
const listFrom = (chance: Chance, lanes: number, depth: number, least: bigint): readonly WhitelistLane[] =>
  Array.from({ length: lanes }, (_, lane) => {
    const rows = lane > 0 && chance.once(5) ? 0 : chance.between(1, Math.min(2 ** depth, 50));
    return { lane, root: chance.bytes(32), rows, total: BigInt(rows) * (least + chance.big(30)) };
  });

/** A campaign of random terms. */
export const realCampaign = (chance: Chance, { isScript, isPublic, isToken }: CampaignForm): RealFunding => {
  const network = chance.of(['mainnet', 'devnet'] as const);
  const hash = chance.bytes(32);
  const script = partyOf({ kind: 'P2SH32', hash });
  const shorter = partyOf({ kind: 'P2SH20', hash: hash.slice(0, 20) });
  if (script === undefined || shorter === undefined) throw new Error('No party');
  const [lanes, depth, least] = [2 ** chance.below(4), chance.between(0, 20), isToken ? 1n : 546n];
  const end = chance.once(3) ? 0n : START + chance.big(28) + 1n;
  const common = {
    creator: isScript ? chance.of([script, shorter]) : hash.slice(0, 20),
    start: chance.of([500_000_000n, START]),
    end,
    cancelable: end === 0n || chance.once(2),
    sponsored: chance.once(2),
    lanes,
    nonce: createAirdropNonce(chance.bytes(12)),
  };
  const list = isPublic ? undefined : listFrom(chance, lanes, depth, least);
  const parameters: AirdropParameters =
    list === undefined
      ? {
          ...common,
          kind: 'PUBLIC',
          amount: least + chance.big(30),
          limit: chance.between(1, 9),
          claims: lanes * chance.between(1, 99),
        }
      : {
          ...common,
          kind: 'WHITELIST',
          depth,
          rows: list.reduce((sum, { rows }) => sum + rows, 0),
          total: list.reduce((sum, { total }) => sum + total, 0n),
        };
  const asset = isToken ? ({ type: 'FUNGIBLE_TOKEN', category: hexOf(chance.bytes(32)) } as const) : undefined;
  const contract = createAirdropContract(parameters, network, asset);
  const category = hexOf(chance.bytes(32));
  const outputs = airdropFundingOutputs(contract, category, TIP, list);
  const transaction = funding(chance, category, contract.creator, outputs);
  return { kind: 'CAMPAIGN', network, transaction, list, vault: undefined };
};

/** A vault's first deposit. */
export const realVault = (chance: Chance): RealFunding => {
  const signers = [chance.bytes(20), chance.bytes(20), chance.bytes(20)] as const;
  const vault = createVaultContract({ signers, nonce: chance.bytes(16) }, 'mainnet');
  const category = hexOf(chance.bytes(32));
  const nft = { capability: 'mutable', commitment: encodeVaultState(INITIAL_VAULT_STATE) } as const;
  const state = { to: vault.lockingBytecode, amount: 1_000n + chance.big(40), token: { category, amount: 0n, nft } };
  const transaction = funding(chance, category, partyFrom(chance), [state]);
  return { kind: 'VAULT', network: 'mainnet', transaction, list: undefined, vault };
};
