import {
  binToHex,
  encodeTransactionCommon,
  generateSigningSerializationBch,
  hash256,
  hexToBin,
  secp256k1,
  sha256,
  utf8ToBin,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { createWallet } from '@weir/wallet';
import {
  completeVaultProposal,
  CovenantError,
  encodeWcTransaction,
  findVaultSignatureProblem,
  MAX_VAULT_COINS,
  proposeVaultClose,
  proposeVaultSpend,
  readVaultSignature,
  vaultSigningRequest,
  type VaultProposal,
  type VaultSignature,
  type VaultSignatureProblem,
} from '../src/index.js';
import { partsOf } from '../src/vault/proposal/vault-template.js';
import { decode } from './support/chain.js';
import { answerOf, openScene, signatureBy, SIGNER_NAMES, WALLETS, type SignerName } from './support/vault-scenario.js';

const { scenario, creator, payee, chain } = await openScene(50_000n);
await scenario.deposit(creator, 40_000n, 30_000n);
const propose = (satoshis: bigint): VaultProposal =>
  proposeVaultSpend(scenario.contract, scenario.holdings, payee.lockingBytecode, { type: 'BCH', satoshis });
/** Needs all three coins. */
const proposal = propose(110_000n);
const { alice, bob, carol } = WALLETS;
const [answerOfAlice, answerOfBob] = await Promise.all(
  [alice, bob].map((wallet) => answerOf(wallet, vaultSigningRequest(proposal, wallet.publicKeyHash))),
);

const problemOf = (signer: Uint8Array, signed = ''): VaultSignatureProblem | 'none' => {
  const result = readVaultSignature(proposal, signer, signed);
  return result.ok ? 'none' : result.problem;
};
const hexOf = (transaction: TransactionCommon): string => binToHex(encodeTransactionCommon(transaction));
const changed = (change: (transaction: TransactionCommon) => TransactionCommon): string =>
  hexOf(change(decode(answerOfAlice ?? '')));
const completionProblem = (of: VaultProposal, one: VaultSignature, other: VaultSignature): string => {
  try {
    completeVaultProposal(of, [one, other]);
  } catch (error) {
    if (error instanceof CovenantError) return error.code;
    throw error;
  }
  return 'none';
};

/** A signature as an ECDSA wallet makes it, or one with a sighash type of somebody's own. */
const signWith = (name: SignerName, scheme: 'ecdsa' | 'schnorr', type = 0x61): VaultSignature => {
  const { transaction, sourceOutputs } = partsOf(proposal);
  const serialization = generateSigningSerializationBch(
    { inputIndex: 0, sourceOutputs: [...sourceOutputs], transaction },
    { coveredBytecode: scenario.contract.redeemScript, signingSerializationType: Uint8Array.of(type) },
  );
  const privateKey = sha256.hash(utf8ToBin(name));
  const signature = (scheme === 'ecdsa' ? secp256k1.signMessageHashDER : secp256k1.signMessageHashSchnorr)(
    privateKey,
    hash256(serialization),
  );
  if (typeof signature === 'string') throw new Error(signature);
  return { publicKey: WALLETS[name].publicKey, signature: Uint8Array.of(...signature, type) };
};

describe('what a signer is asked', () => {
  const count = (text: string, part: string): number => text.split(part).length - 1;

  it.each(SIGNER_NAMES)('has one open place for a key and a signature, at input 0: %s', (name) => {
    const { transaction, sourceOutputs } = vaultSigningRequest(proposal, WALLETS[name].publicKeyHash);
    const { inputs } = typeof transaction === 'string' ? decode(transaction) : transaction;
    const unlockings = inputs.map(({ unlockingBytecode }) => binToHex(unlockingBytecode));
    expect(unlockings.map((hex) => count(hex, `41${'00'.repeat(65)}`))).toEqual([1, 0, 0]);
    expect(unlockings.map((hex) => count(hex, `21${'00'.repeat(33)}`))).toEqual([1, 0, 0]);
    expect(sourceOutputs.map(({ contract }) => contract?.abiFunction.name)).toEqual(['spend', 'follow', 'follow']);
    expect(sourceOutputs.every(({ contract }) => contract?.artifact.contractName === 'Vault')).toBe(true);
  });

  it('is never broadcast, and says what it is for', () => {
    const request = vaultSigningRequest(proposal, alice.publicKeyHash);
    expect([request.broadcast, request.userPrompt]).toEqual([false, 'Approve a payment from the vault']);
    expect(vaultSigningRequest(proposal, alice.publicKeyHash, 'Pay the rent').userPrompt).toBe('Pay the rent');
  });

  it('stays light with many coins', () => {
    const coins = Array.from({ length: MAX_VAULT_COINS }, (_, vout): Utxo => ({
      txid: 'ab'.repeat(32),
      vout,
      satoshis: 50_000n,
    }));
    const { proposal: large } = proposeVaultClose(
      scenario.contract,
      { state: scenario.state, coins },
      payee.lockingBytecode,
    );
    expect(large.coins).toHaveLength(MAX_VAULT_COINS);
    expect(
      JSON.stringify(encodeWcTransaction(vaultSigningRequest(large, alice.publicKeyHash), 'tagged')).length,
    ).toBeLessThan(600_000);
  });

  it('goes to no one but the signers', () => {
    expect(() => vaultSigningRequest(proposal, payee.hash)).toThrow(RangeError);
  });

  it('is one transaction for everybody, so that two can sign at the same moment', () => {
    const ids = SIGNER_NAMES.map((name) => {
      const { transaction } = vaultSigningRequest(proposal, WALLETS[name].publicKeyHash);
      const { inputs, ...rest } = typeof transaction === 'string' ? decode(transaction) : transaction;
      return hexOf({ ...rest, inputs: inputs.map((input) => ({ ...input, unlockingBytecode: new Uint8Array() })) });
    });
    expect(new Set(ids).size).toBe(1);
  });
});

describe('a signature that comes back', () => {
  it('is accepted when valid', () => {
    expect([problemOf(alice.publicKeyHash, answerOfAlice), problemOf(bob.publicKeyHash, answerOfBob)]).toEqual([
      'none',
      'none',
    ]);
  });

  it('is refused to anybody who did not make it', () => {
    expect(problemOf(payee.hash, answerOfAlice)).toBe('NOT_A_SIGNER');
    expect(problemOf(bob.publicKeyHash, answerOfAlice)).toBe('OTHER_KEY');
  });

  it.each<readonly [VaultSignatureProblem, string, () => string | undefined]>([
    ['MALFORMED', 'that is no transaction', () => 'nonsense'],
    ['MALFORMED', 'cut short', () => answerOfAlice?.slice(0, 200)],
    ['NOT_SIGNED', 'asked of another, who has not signed', () => hexOf(decodedRequest('bob'))],
    ['NOT_SIGNED', 'with the placeholders as they were', () => hexOf(decodedRequest('alice'))],
    [
      'OTHER_TRANSACTION',
      'with another output',
      () => changed(({ outputs, ...rest }) => ({ ...rest, outputs: outputs.slice(0, 1) })),
    ],
    [
      'OTHER_TRANSACTION',
      'with a coin less',
      () => changed(({ inputs, ...rest }) => ({ ...rest, inputs: inputs.slice(0, 2) })),
    ],
    ['OTHER_TRANSACTION', 'with another locktime', () => changed((transaction) => ({ ...transaction, locktime: 1 }))],
    [
      'OTHER_TRANSACTION',
      'with another script at input 0',
      () => withUnlocking((bytecode) => flipped(bytecode, bytecode.length - 1)),
    ],
    ['OTHER_TRANSACTION', 'with an input 0 that is no spend', () => withUnlocking(() => Uint8Array.of(0x51))],
    ['INVALID_SIGNATURE', 'with a bit flipped', () => withSignature((signature) => flipped(signature, 9))],
    [
      'WRONG_SIGHASH_TYPE',
      'that leaves the outputs open',
      () => withSignature(() => signWith('alice', 'schnorr', 0x42).signature),
    ],
    [
      'WRONG_SIGHASH_TYPE',
      'that lets anybody add coins',
      () => withSignature(() => signWith('alice', 'schnorr', 0xc1).signature),
    ],
  ])('%s: %s', (problem, _, tried) => {
    expect(problemOf(alice.publicKeyHash, tried())).toBe(problem);
  });

  it('of a wallet that holds another key is refused', async () => {
    const signed = await answerOf(
      createWallet({ privateKey: 'mallory' }),
      vaultSigningRequest(proposal, alice.publicKeyHash),
    );
    expect(problemOf(alice.publicKeyHash, signed)).toBe('OTHER_KEY');
  });

  it('of the right wallet for another proposal is refused', async () => {
    const other = propose(100_000n);
    const signature = await signatureBy(other, 'alice');
    expect(problemOf(alice.publicKeyHash, await answerOf(alice, vaultSigningRequest(other, alice.publicKeyHash)))).toBe(
      'OTHER_TRANSACTION',
    );
    expect(findVaultSignatureProblem(proposal, signature)).toBe('INVALID_SIGNATURE');
    expect(completionProblem(proposal, signature, await signatureBy(proposal, 'bob'))).toBe('SIGNATURES');
  });

  it('may be ECDSA, and without UTXOS', () => {
    expect(findVaultSignatureProblem(proposal, signWith('alice', 'ecdsa'))).toBeUndefined();
    expect(findVaultSignatureProblem(proposal, signWith('alice', 'ecdsa', 0x41))).toBeUndefined();
    expect(
      problemOf(
        alice.publicKeyHash,
        withSignature(() => signWith('alice', 'ecdsa').signature),
      ),
    ).toBe('none');
  });

  it('by a key in its longer form is refused: two of them, and the fee would not reach', () => {
    const publicKey = secp256k1.derivePublicKeyUncompressed(sha256.hash(utf8ToBin('alice')));
    if (typeof publicKey === 'string') throw new Error(publicKey);
    expect(findVaultSignatureProblem(proposal, { ...signWith('alice', 'schnorr'), publicKey })).toBe(
      'INVALID_SIGNATURE',
    );
  });
});

describe('two signatures', () => {
  it.each([
    ['alice', 'bob'],
    ['bob', 'alice'],
    ['carol', 'alice'],
    ['bob', 'carol'],
  ] as const)('of %s and %s make the transaction', async (one, other) => {
    const built = completeVaultProposal(proposal, [
      await signatureBy(proposal, one),
      await signatureBy(proposal, other),
    ]);
    expect(built).toMatchObject({
      fee: proposal.fee,
      size: proposal.size - 14,
      inputs: proposal.coins,
      outputs: proposal.outputs,
    });
    expect(built.hex.length).toBe(2 * built.size);
  });

  it('of either kind make it no larger than was paid for', async () => {
    const ecdsa = [signWith('alice', 'ecdsa'), signWith('carol', 'ecdsa')] as const;
    expect(completeVaultProposal(proposal, ecdsa).size).toBeLessThanOrEqual(proposal.size);
    expect(completeVaultProposal(proposal, [ecdsa[0], await signatureBy(proposal, 'bob')]).size).toBeLessThanOrEqual(
      proposal.size,
    );
  });

  it('by one signer are one', async () => {
    const signature = await signatureBy(proposal, 'alice');
    expect(completionProblem(proposal, signature, signature)).toBe('SIGNATURES');
    expect(completionProblem(proposal, signature, signWith('alice', 'ecdsa'))).toBe('SIGNATURES');
  });

  it('do not help a transaction that the covenant refuses', async () => {
    const forgetful: VaultProposal = {
      ...proposal,
      outputs: proposal.outputs.map(({ to, amount }) => ({ to, amount })),
    };
    const [one, other] = [await signatureBy(forgetful, 'alice'), await signatureBy(forgetful, 'bob')];
    expect(completionProblem(forgetful, one, other)).toBe('REFUSED');
  });

  it('are found again in the transaction they made, each by its signer', async () => {
    const built = completeVaultProposal(proposal, [
      await signatureBy(proposal, 'alice'),
      await signatureBy(proposal, 'carol'),
    ]);
    expect([alice, bob, carol].map(({ publicKeyHash }) => problemOf(publicKeyHash, built.hex))).toEqual([
      'none',
      'OTHER_KEY',
      'none',
    ]);
    expect(chain.node.submit(built.hex)).toBe(built.txid);
  });
});

const flipped = (bytes: Uint8Array, index: number): Uint8Array =>
  bytes.map((byte, i) => (i === index ? byte ^ 1 : byte));

const decodedRequest = (name: SignerName): TransactionCommon => {
  const { transaction } = vaultSigningRequest(proposal, WALLETS[name].publicKeyHash);
  return typeof transaction === 'string' ? decode(transaction) : transaction;
};

const withUnlocking = (change: (bytecode: Uint8Array) => Uint8Array): string =>
  changed((transaction) => ({
    ...transaction,
    inputs: transaction.inputs.map((input, index) =>
      index === 0 ? { ...input, unlockingBytecode: change(input.unlockingBytecode) } : input,
    ),
  }));

/** Alice's answer with another signature in the place of hers. */
const withSignature = (change: (signature: Uint8Array) => Uint8Array): string => {
  const key = `21${binToHex(alice.publicKey)}`;
  return withUnlocking((bytecode) => {
    const text = binToHex(bytecode);
    const end = text.indexOf(key);
    const signature = hexToBin(text.slice(end - 130, end));
    const next = change(signature);
    if (end < 0) throw new Error('Alice has not signed');
    return hexToBin(
      `${text.slice(0, end - 132)}${binToHex(Uint8Array.of(next.length))}${binToHex(next)}${text.slice(end)}`,
    );
  });
};
