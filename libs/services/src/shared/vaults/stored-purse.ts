import { binToHex, hexToBin } from '@bitauth/libauth';
import {
  createPurseContract,
  findPayeesProblem,
  findPurses,
  lockingBytecodeOf,
  type Network,
  partyAddress,
  payeeListHash,
  type PurseAsset,
  type PurseCoin,
  type PurseContract,
  type PurseTerms,
  type PurseTransition,
  purseUnits,
} from '@weir/covenants';
import type { ChainTransaction, NewPurse, PurseChanges, PurseRecord, PurseStep, RecordSource } from '@weir/infra';
import { blockOf } from '../follow/lineage.js';

/** A purse as it is between two payments: its contract and its coin. */
export interface PurseState {
  readonly contract: PurseContract;
  readonly coin: PurseCoin;
}

const assetOf = ({ tokenCategory }: Pick<PurseRecord, 'tokenCategory'>): PurseAsset =>
  tokenCategory === null ? { type: 'BCH' } : { type: 'FUNGIBLE_TOKEN', category: tokenCategory };

/** Returns the terms of a stored purse. @param owner locking bytecode of its vault, hex */
export const purseTermsOf = (
  { signerHashes, spenderHash, listHash, limitUnits, periodBlocks, ...row }: PurseRecord,
  owner: string,
): PurseTerms => {
  const [first, second, third] = signerHashes.map(hexToBin);
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('A stored purse has fewer than three signers');
  return {
    asset: assetOf(row),
    owner: hexToBin(owner),
    signers: [first, second, third],
    spender: hexToBin(spenderHash),
    list: hexToBin(listHash),
    limit: limitUnits,
    period: periodBlocks,
  };
};

/** Returns the coin of a stored purse as its record has it; undefined where it has none. */
export const purseStateOf = (purse: PurseRecord, owner: string, network: Network): PurseState | undefined => {
  const { state, tokenCategory, leftUnits } = purse;
  if (state === null) return undefined;
  const { txid, vout, satoshis, tokenAmount, height } = state;
  return {
    contract: createPurseContract(purseTermsOf(purse, owner), network, leftUnits),
    coin: {
      outpoint: { txid, vout },
      satoshis,
      ...(height !== null && { height }),
      ...(tokenCategory !== null &&
        tokenAmount !== null && { token: { category: tokenCategory, amount: tokenAmount } }),
    },
  };
};

const changesOf = ({ contract, coin }: PurseState): PurseChanges => ({
  status: 'ACTIVE',
  contractAddress: contract.address,
  lockingBytecode: binToHex(contract.lockingBytecode),
  leftUnits: contract.left,
  state: {
    ...coin.outpoint,
    satoshis: coin.satoshis,
    tokenAmount: contract.terms.asset.type === 'BCH' ? null : tokensIn(contract, coin),
    height: coin.height ?? null,
  },
});

const tokensIn = ({ terms }: PurseContract, coin: PurseCoin): bigint | null => {
  const units = purseUnits(terms, coin);
  return units > 0n ? units : null;
};

const transitionState = ({ contract, coin }: PurseState) => ({
  vout: coin.outpoint.vout,
  // A purse has no NFT: what is left is its state.
  commitment: contract.left.toString(16).padStart(16, '0'),
  satoshis: coin.satoshis,
  tokenAmount: contract.terms.asset.type === 'BCH' ? null : purseUnits(contract.terms, coin),
});

const noPayment = { paidToRecipient: 0n, paidToSender: 0n };

/** Returns the address of a locking bytecode; where it has none, its hex. */
const addressText = (lockingBytecode: Uint8Array, network: Network): string =>
  partyAddress(lockingBytecode, network) ?? binToHex(lockingBytecode);

/**
 * Lists the purses that a transaction of a vault opened, each with the step that opened it.
 *
 * @param lists lists of payees that may be theirs, as locking bytecodes: the chain has their hash alone
 */
export const openedPurses = (
  transaction: ChainTransaction,
  network: Network,
  lists: readonly (readonly Uint8Array[])[],
  source: RecordSource,
): readonly { readonly purse: NewPurse; readonly step: PurseStep }[] => {
  const { txid, height } = transaction;
  return findPurses(network, txid, transaction.transaction, height).map(({ contract, coin }) => {
    const { asset, signers, spender, list, limit, period } = contract.terms;
    const listHash = binToHex(list);
    const payees = [[], ...lists].find((each) => binToHex(payeeListHash(each)) === listHash);
    const state = { contract, coin };
    return {
      purse: {
        openedTxid: txid,
        openedVout: coin.outpoint.vout,
        tokenType: asset.type,
        tokenCategory: asset.type === 'BCH' ? null : asset.category,
        signerHashes: signers.map(binToHex),
        spender: addressText(lockingBytecodeOf(spender), network),
        spenderHash: binToHex(spender),
        listHash,
        payees: payees?.map(binToHex) ?? null,
        limitUnits: limit,
        periodBlocks: period,
        amount: purseUnits(contract.terms, coin),
        contractAddress: contract.address,
        lockingBytecode: binToHex(contract.lockingBytecode),
        leftUnits: contract.left,
      },
      step: {
        transition: {
          kind: 'open-purse',
          txHash: txid,
          spent: null,
          state: transitionState(state),
          ...noPayment,
          locktime: transaction.transaction.locktime,
          block: blockOf(transaction),
          source,
        },
        changes: changesOf(state),
      },
    };
  });
};

const paidBy = (transition: PurseTransition, { contract, coin }: PurseState) => {
  const isBch = contract.terms.asset.type === 'BCH';
  if (transition.kind === 'payment') {
    const { payment } = transition;
    return { ...noPayment, paidToRecipient: isBch ? payment.valueSatoshis : (payment.token?.amount ?? 0n) };
  }
  if (transition.kind === 'managed') return { ...noPayment, paidToSender: purseUnits(contract.terms, coin) };
  const { returned } = transition;
  return { ...noPayment, paidToSender: isBch ? returned.valueSatoshis : (returned.token?.amount ?? 0n) };
};

const KINDS = { payment: 'pay-purse', home: 'send-purse-home', managed: 'end-purse' } as const;

/** Converts a step of a purse to its stored form. @param from the purse before it */
export const purseStepOf = (
  transition: PurseTransition,
  from: PurseState,
  transaction: ChainTransaction,
  network: Network,
  source: RecordSource,
): PurseStep => {
  const paid = paidBy(transition, from);
  const next = transition.kind === 'payment' ? transition : undefined;
  return {
    transition: {
      kind: KINDS[transition.kind],
      txHash: transition.txid,
      spent: from.coin.outpoint,
      state: next === undefined ? null : transitionState(next),
      ...paid,
      locktime: transaction.transaction.locktime,
      block: blockOf(transaction),
      source,
    },
    changes:
      next === undefined ? { status: transition.kind === 'home' ? 'HOME' : 'CLOSED', state: null } : changesOf(next),
    ...(next !== undefined && {
      payment: {
        txHash: next.txid,
        payee: addressText(next.payment.lockingBytecode, network),
        payeeBytecode: binToHex(next.payment.lockingBytecode),
        amount: paid.paidToRecipient,
        spent: next.spent,
      },
    }),
  };
};

/** Whether locking bytecodes are the list of payees that a purse was opened with. */
export const isListOf = ({ listHash }: Pick<PurseRecord, 'listHash'>, payees: readonly Uint8Array[]): boolean =>
  findPayeesProblem(payees) === undefined && binToHex(payeeListHash(payees)) === listHash;
