import {
  decodeTransactionCommon,
  decodeTransactionOutputs,
  encodeTransactionCommon,
  encodeLockingBytecodeP2sh32,
  encodeTransactionOutputs,
  hash256,
  binToHex,
  hexToBin,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import {
  CovenantError,
  createPurseContract,
  decodeVaultProposal,
  encodeVaultProposal,
  findPurses,
  guardianHash,
  lockingBytecodeOf,
  payeeListHash,
  proposeRosterExchange,
  proposePurses,
  proposeVaultSpend,
  type PurseDraft,
  type PurseTerms,
  readPurseScript,
  type VaultProposal,
  type VaultProposalRecord,
} from '../src/index.js';
import { hashOf, openRoster } from './support/roster-scenario.js';

const life = await openRoster();
const { contract, chain } = life;
const draft: PurseDraft = {
  asset: { type: 'BCH' },
  owner: contract.lockingBytecode,
  signers: [hashOf('anna'), hashOf('ben'), hashOf('cleo')],
  spender: hashOf('egon'),
  payees: [],
  limit: 50_000n,
  period: 144,
  amount: 50_000n,
};
const opened = await life.execute(proposePurses(contract, life.holdings, { opened: [draft] }), 'anna', 'ben');
const recalled = findPurses('devnet', opened.txid, chain.transaction(opened.txid));
chain.fund(contract.lockingBytecode, 400_000n);

const to = lockingBytecodeOf(hashOf('dora'));
const spend = proposeVaultSpend(contract, life.holdings, to, { type: 'BCH', satoshis: 600_000n });
const exchange = proposeRosterExchange(contract, life.holdings, {
  seat: { of: 2, to: hashOf('dora') },
  purses: { recalled, opened: [draft] },
});
const guarded = proposeRosterExchange(contract, life.holdings, { guardian: guardianHash(to) });
const recall = proposePurses(contract, life.holdings, { recalled });
const PROPOSALS = { spend, exchange, guarded, recall } satisfies Record<string, VaultProposal>;

const codeOf = (record: VaultProposalRecord): string => {
  try {
    decodeVaultProposal(contract, record);
  } catch (error) {
    if (error instanceof CovenantError) return error.code;
    throw error;
  }
  return 'read';
};

const transactionOf = (record: VaultProposalRecord): TransactionCommon => {
  const decoded = decodeTransactionCommon(hexToBin(record.unsignedTransaction));
  if (typeof decoded === 'string') throw new Error(decoded);
  return decoded;
};
const sourcesOf = (record: VaultProposalRecord): Output[] => {
  const decoded = decodeTransactionOutputs(hexToBin(record.sourceOutputs));
  if (typeof decoded === 'string') throw new Error(decoded);
  return decoded;
};
const withTransaction = (
  record: VaultProposalRecord,
  change: (transaction: TransactionCommon) => TransactionCommon,
): VaultProposalRecord => ({
  ...record,
  unsignedTransaction: binToHex(encodeTransactionCommon(change(transactionOf(record)))),
});
const withSources = (record: VaultProposalRecord, change: (sources: Output[]) => Output[]): VaultProposalRecord => ({
  ...record,
  sourceOutputs: binToHex(encodeTransactionOutputs(change(sourcesOf(record)))),
});

describe('a stored proposal of a roster', () => {
  it.each(Object.entries(PROPOSALS))('is read as it was made: %s', async (_, proposal) => {
    const read = decodeVaultProposal(contract, encodeVaultProposal(proposal));
    expect({ ...read, fee: 0n, size: 0 }).toEqual({ ...proposal, fee: 0n, size: 0 });
    expect(read.fee).toBe(proposal.fee);
    expect(read.size).toBe(proposal.size);
    // The signatures of one complete the other.
    expect(await life.signatureBy(read, 'anna')).toEqual(await life.signatureBy(proposal, 'anna'));
  });

  it('that changes signers, guardian or delays is refused unless it is an exchange', () => {
    for (const proposal of [exchange, guarded])
      expect(codeOf({ ...encodeVaultProposal(proposal), kind: 'spend' })).toBe('HIDDEN_CONSENT');
    expect(codeOf({ ...encodeVaultProposal(spend), kind: 'exchange' })).toBe('MALFORMED');
  });

  const record = encodeVaultProposal(recall);
  const [, ...rest] = sourcesOf(record);

  it.each<readonly [string, VaultProposalRecord]>([
    [
      'another call of the purse',
      withTransaction(record, (transaction) => ({
        ...transaction,
        inputs: transaction.inputs.map((input, index) =>
          index === 1
            ? { ...input, unlockingBytecode: Uint8Array.of(0x51, ...input.unlockingBytecode.slice(1)) }
            : input,
        ),
      })),
    ],
    [
      'a script that is not a purse’s',
      withTransaction(
        withSources(record, (sources) => [
          sources[0] as Output,
          {
            ...(rest[0] as Output),
            lockingBytecode: encodeLockingBytecodeP2sh32(hash256(Uint8Array.of(0x51))),
          },
        ]),
        (transaction) => ({
          ...transaction,
          inputs: transaction.inputs.map((input, index) =>
            index === 1 ? { ...input, unlockingBytecode: Uint8Array.of(0x52, 1, 0x51) } : input,
          ),
        }),
      ),
    ],
  ])('with %s is refused', (_, changed) => {
    expect(codeOf(changed)).toBe('HIDDEN_CONSENT');
  });

  it.each<readonly [string, VaultProposalRecord]>([
    [
      'a coin that is locked by another script than it shows',
      withSources(record, (sources) => [sources[0] as Output, { ...(rest[0] as Output), lockingBytecode: to }]),
    ],
    ['no transaction', { ...record, unsignedTransaction: '00' }],
    ['no source outputs', { ...record, sourceOutputs: '00' }],
    ['a source output less', withSources(record, (sources) => sources.slice(0, -1))],
    ['a locktime', withTransaction(record, (transaction) => ({ ...transaction, locktime: 5 }))],
    [
      'another sequence number',
      withTransaction(record, (transaction) => ({
        ...transaction,
        inputs: transaction.inputs.map((input) => ({ ...input, sequenceNumber: 7 })),
      })),
    ],
    [
      'a state that was not at the roster',
      withSources(record, (sources) => [{ ...(sources[0] as Output), lockingBytecode: to }, ...rest]),
    ],
    [
      'a state that counts twice',
      withTransaction(record, (transaction) => ({
        ...transaction,
        outputs: transaction.outputs.map((output) =>
          output.token?.nft === undefined
            ? output
            : {
                ...output,
                token: {
                  ...output.token,
                  nft: {
                    ...output.token.nft,
                    commitment: output.token.nft.commitment.with(2, (output.token.nft.commitment[2] ?? 0) + 1),
                  },
                },
              },
        ),
      })),
    ],
    [
      'the state elsewhere',
      withTransaction(record, (transaction) => ({
        ...transaction,
        outputs: transaction.outputs.toReversed().slice(1),
      })),
    ],
    [
      'a coin of somebody else',
      withSources(encodeVaultProposal(spend), (sources) =>
        sources.map((source, index) => (index === sources.length - 1 ? { ...source, lockingBytecode: to } : source)),
      ),
    ],
  ])('with %s is not read', (_, changed) => {
    expect(codeOf(changed)).toBe('MALFORMED');
  });
});

describe('the script of a purse', () => {
  const TERMS: PurseTerms = {
    asset: { type: 'BCH' },
    owner: contract.lockingBytecode,
    signers: draft.signers,
    spender: draft.spender,
    list: payeeListHash([to]),
    limit: 12_345_678n,
    period: 7,
  };

  it.each<readonly [string, PurseTerms, bigint]>([
    ['in BCH', TERMS, 5n],
    ['in BCH with a period of a block', { ...TERMS, period: 1, limit: 2_100_000_000_000_000n }, 0n],
    ['in tokens', { ...TERMS, asset: { type: 'FUNGIBLE_TOKEN', category: `ab${'cd'.repeat(31)}` }, limit: 1n }, 1n],
    [
      'in tokens with the largest limit',
      {
        ...TERMS,
        asset: { type: 'FUNGIBLE_TOKEN', category: '07'.repeat(32) },
        limit: (1n << 63n) - 1n,
        period: 65_535,
      },
      (1n << 63n) - 1n,
    ],
  ])('is recognized %s', (_, terms, left) => {
    const { redeemScript } = createPurseContract(terms, 'devnet', left);
    expect(readPurseScript(redeemScript, 'devnet')).toMatchObject({ terms, left });
    for (const at of [0, 1, 8, 40, redeemScript.length - 1]) {
      const changed = redeemScript.with(at, ((redeemScript[at] ?? 0) + 1) % 256);
      const read = readPurseScript(changed, 'devnet');
      // A byte of a parameter makes another purse; its script is the changed one.
      if (read !== undefined) expect(read.redeemScript).toEqual(changed);
    }
    expect(readPurseScript(redeemScript.slice(1), 'devnet')).toBeUndefined();
    expect(readPurseScript(new Uint8Array(), 'devnet')).toBeUndefined();
  });
});
