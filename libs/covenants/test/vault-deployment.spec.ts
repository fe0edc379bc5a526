import { binToHex, hexToBin, type Output, type TransactionCommon } from '@bitauth/libauth';
import {
  buildVaultDeposit,
  buildVaultFirstDeposit,
  CovenantError,
  findVaultDeployment,
  readVaultTransition,
  type WalletCoins,
} from '../src/index.js';
import { openScene, VaultScenario } from './support/vault-scenario.js';

const { scenario, chain } = await openScene();
const { state, contract } = scenario;
if (state === undefined) throw new Error('No state');
const { txid } = state.outpoint;
const honest = chain.transaction(txid);

const withState = (change: (output: Output) => Output): TransactionCommon => ({
  ...honest,
  outputs: honest.outputs.map((output, index) => (index === state.outpoint.vout ? change(output) : output)),
});
const withToken = (change: (token: NonNullable<Output['token']>) => Output['token']): TransactionCommon =>
  withState(({ token, ...output }) => {
    const next = token && change(token);
    return next === undefined ? output : { ...output, token: next };
  });
const nft = (capability: 'none' | 'mutable' | 'minting', commitment: string) => ({
  nft: { capability, commitment: hexToBin(commitment) },
});
const problemsOf = (transaction: TransactionCommon): string => {
  const found = findVaultDeployment(contract, txid, transaction);
  return found.ok ? '' : found.problems.join('; ');
};

describe('a first deposit', () => {
  it('is found, mined or not', () => {
    expect(findVaultDeployment(contract, txid, honest)).toEqual({ ok: true, coin: state });
    chain.mine(1);
    expect(findVaultDeployment(contract, txid, chain.transaction(txid))).toEqual({ ok: true, coin: state });
  });

  it.each<readonly [string, TransactionCommon]>([
    ['no output pays to', withState((output) => ({ ...output, lockingBytecode: new Uint8Array(35) }))],
    ['carries no NFT', withToken(() => undefined)],
    ['carries no NFT', withToken(({ category }) => ({ category, amount: 5n }))],
    [
      'not of a category made in this transaction',
      withToken((token) => ({ ...token, category: new Uint8Array(32).fill(7) })),
    ],
    [
      'not of a category made in this transaction',
      { ...honest, inputs: honest.inputs.map((input) => ({ ...input, outpointIndex: 1 })) },
    ],
    ['minting, not mutable', withToken((token) => ({ ...token, ...nft('minting', '010000000000') }))],
    ['none, not mutable', withToken((token) => ({ ...token, ...nft('none', '010000000000') }))],
    ['5 fungible units', withToken((token) => ({ ...token, amount: 5n }))],
    ['not the initial 010000000000', withToken((token) => ({ ...token, ...nft('mutable', '010001000000') }))],
    ['not the initial 010000000000', withToken((token) => ({ ...token, ...nft('mutable', '') }))],
    ['more than one output', { ...honest, outputs: [...honest.outputs, ...honest.outputs] }],
  ])('is none where %s', (problem, transaction) => {
    expect(problemsOf(transaction)).toContain(problem);
  });

  it('of another vault does not belong to this one', () => {
    expect(findVaultDeployment(VaultScenario.create(chain, 200).contract, txid, honest).ok).toBe(false);
  });
});

describe('a wallet of many small coins', () => {
  const walletOf = (vout: number): WalletCoins => ({
    hash: new Uint8Array(20).fill(7),
    coins: Array.from({ length: 1_000 }, (_, i) => ({
      txid: i.toString(16).padStart(64, '0'),
      vout,
      satoshis: 10_000n,
    })),
  });

  it('is notified that nodes would not relay what all of them would pay', () => {
    let refused: unknown;
    try {
      buildVaultDeposit(contract, walletOf(1), 8_000_000n);
    } catch (error) {
      refused = error;
    }
    if (!(refused instanceof CovenantError && refused.is('TRANSACTION_TOO_LARGE'))) throw refused;
    expect(refused.data.most).toBe(100_000);
    expect(refused.data.size).toBeGreaterThan(100_000);
    expect(buildVaultDeposit(contract, walletOf(1), 5_000_000n).size).toBeLessThanOrEqual(100_000);
  });

  it('gathers a hundred of them first where it lacks a coin for a category', () => {
    const { kind, transaction } = buildVaultFirstDeposit(contract, walletOf(1), 8_000_000n);
    expect(kind).toBe('preparation');
    expect(transaction.inputs).toHaveLength(100);
  });
});

describe('a transition', () => {
  const spending = (outputs: readonly Output[]): TransactionCommon => ({
    version: 2,
    locktime: 0,
    inputs: [
      {
        outpointTransactionHash: hexToBin(txid),
        outpointIndex: state.outpoint.vout,
        sequenceNumber: 0,
        unlockingBytecode: new Uint8Array(),
      },
    ],
    outputs: [...outputs],
  });
  const here = { lockingBytecode: contract.lockingBytecode, valueSatoshis: 7_000n };
  const token = (category: string) => ({ category: hexToBin(category), amount: 0n, ...nft('mutable', '010004030201') });
  const read = (transaction: TransactionCommon) => readVaultTransition(contract, state, 'ab'.repeat(32), transaction);

  it('goes on with the count of output 0', () => {
    expect(read(spending([{ ...here, token: token(state.category) }]))).toEqual({
      kind: 'spend',
      txid: 'ab'.repeat(32),
      spent: state,
      next: {
        outpoint: { txid: 'ab'.repeat(32), vout: 0 },
        satoshis: 7_000n,
        category: state.category,
        state: { spends: 0x01020304 },
      },
      payouts: [],
    });
  });

  it('ends without a state at output 0', () => {
    const elsewhere = { lockingBytecode: new Uint8Array(25), valueSatoshis: 6_000n };
    expect(read(spending([elsewhere]))).toMatchObject({ kind: 'close', next: undefined, payouts: [elsewhere] });
  });

  it('takes no other category for the state', () => {
    expect(read(spending([{ ...here, token: token(binToHex(new Uint8Array(32).fill(3))) }]))?.kind).toBe('close');
  });

  it('is not found in a transaction that spends something else', () => {
    expect(read(honest)).toBeUndefined();
    expect(read({ ...spending([]), inputs: [] })).toBeUndefined();
  });
});
