import { binToHex } from '@bitauth/libauth';
import { compileString } from 'cashc';
import {
  Contract,
  placeholderPublicKey,
  placeholderSignature,
  type FunctionArgument,
  type Unlocker,
  type WcTransactionObject,
} from 'cashscript';
import { createWallet } from '../src/index.js';
import { byUnlocker, coin, encodings, ofWallet, provider, request } from './support/request.js';
import { unlockingOf, verify } from './support/verify.js';

const alice = createWallet({ privateKey: 'alice' });
const bob = createWallet({ privateKey: 'bob' });

const single = new Contract(
  compileString(`
    contract Single(bytes20 owner) {
      function spend(pubkey key, sig signature) {
        require(hash160(key) == owner);
        require(checkSig(signature, key));
      }
      function wait() { require(tx.time >= 500000000); }
    }`),
  [alice.publicKeyHash],
  { provider },
);
const pair = new Contract(
  compileString(`
    contract Pair(bytes20 one, bytes20 two) {
      function spend(pubkey key, sig signature, pubkey other, sig otherSignature) {
        require(hash160(key) == one);
        require(hash160(other) == two);
        require(checkSig(signature, key));
        require(checkSig(otherSignature, other));
      }
    }`),
  [alice.publicKeyHash, bob.publicKeyHash],
  { provider },
);

const spend = (contract: Contract, ...args: FunctionArgument[]): Unlocker => {
  const unlock = contract.unlock['spend'];
  if (unlock === undefined) throw new Error('The contract has no spend');
  return unlock(...args);
};
const ask = (unlocker: Unlocker): WcTransactionObject =>
  request(
    [ofWallet(alice, coin(2, 3_000n)), byUnlocker(coin(1, 20_000n), unlocker)],
    [{ to: bob.address, amount: 22_000n }],
  );

const open = ask(spend(single, placeholderPublicKey(), placeholderSignature()));

it.each(encodings(open))('fills key and signature of a contract input: %s', async (_, encoded) => {
  expect(verify(await alice.signTransaction(encoded), open.sourceOutputs)).toBe(true);
});

it('fills every contract input, each with a signature of its own', async () => {
  const unlocker = () => spend(single, placeholderPublicKey(), placeholderSignature());
  const inputs = [1, 2, 3].map((number) => byUnlocker(coin(number, 20_000n), unlocker()));
  const several = request(inputs, [{ to: bob.address, amount: 57_000n }]);
  const signed = await alice.signTransaction(several);
  expect(verify(signed, several.sourceOutputs)).toBe(true);
  expect(new Set(inputs.map((_, index) => unlockingOf(signed, index))).size).toBe(3);
});

it('fills the template for any key; the contract decides', async () => {
  const signed = await bob.signTransaction(open);
  expect(unlockingOf(signed, 1)).toContain(binToHex(bob.publicKey));
  expect(verify(signed, open.sourceOutputs)).not.toBe(true);
});

it('fills the first open slot only, so that signers take turns', async () => {
  const filler = new Uint8Array(65).fill(1);
  const keys = [alice.publicKey, bob.publicKey] as const;
  // Arguments are pushed last first; with the known keys filled in, one signature slot at a time is open.
  const first = await alice.signTransaction(ask(spend(pair, keys[0], placeholderSignature(), keys[1], filler)));
  const open65 = binToHex(placeholderSignature());
  const alices = new RegExp(`41([0-9a-f]{128}61)21${binToHex(keys[0])}`).exec(unlockingOf(first, 1))?.[1] ?? '';
  const turn = ask(spend(pair, keys[0], Buffer.from(alices, 'hex'), keys[1], placeholderSignature()));
  const second = await bob.signTransaction(turn);
  expect(unlockingOf(second, 1)).not.toContain(open65);
  const both = await alice.signTransaction({
    ...turn,
    transaction: second.signedTransaction,
    sourceOutputs: turn.sourceOutputs.map((source) => ({ ...source, unlockingBytecode: undefined })),
  });
  expect(verify(both, turn.sourceOutputs)).toBe(true);
});

it('leaves the second of two open signature slots alone', async () => {
  const twoOpen = ask(spend(pair, alice.publicKey, placeholderSignature(), bob.publicKey, placeholderSignature()));
  const unlocking = unlockingOf(await bob.signTransaction(twoOpen), 1);
  expect(unlocking.split(`41${binToHex(placeholderSignature())}`)).toHaveLength(2);
});

it('does not touch arguments that are not placeholders', async () => {
  const empty = ask(spend(single, new Uint8Array(0), new Uint8Array(0)));
  const before = empty.transaction.inputs[1]?.unlockingBytecode ?? new Uint8Array(0);
  expect(unlockingOf(await alice.signTransaction(empty), 1)).toBe(binToHex(before));
});

it('skips a contract without a name, as wallets do', async () => {
  const nameless = open.sourceOutputs.map((source) => ({
    ...source,
    ...(source.contract ? { contract: { ...source.contract, artifact: {} } } : {}),
  }));
  const signed = await alice.signTransaction({ ...open, sourceOutputs: nameless });
  expect(unlockingOf(signed, 1)).toBe(binToHex(open.transaction.inputs[1]?.unlockingBytecode ?? new Uint8Array(0)));
  expect(unlockingOf(signed, 0)).not.toBe('');
});

it('refuses to sign for a contract that does not show its script', async () => {
  const hidden = open.sourceOutputs.map((source) => ({
    ...source,
    ...(source.contract ? { contract: { artifact: source.contract.artifact } } : {}),
  }));
  await expect(alice.signTransaction({ ...open, sourceOutputs: hidden })).rejects.toMatchObject({
    code: 'NO_REDEEM_SCRIPT',
  });
});
