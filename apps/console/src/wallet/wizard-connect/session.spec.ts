import { randomBytes } from 'node:crypto';
import { binToHex, encodeTransaction, hexToBin } from '@bitauth/libauth';
import { WebSocket } from 'ws';
import type { WcTransaction } from '@weir/client';
import { rosterRequest } from '@weir/local/roster-request';
import { type HdWallet, type NostrRelay, startHdWallet, startNostrRelay } from '@weir/local/wizard-connect';
import type { Socket } from './channel.js';
import { deriveKeys, type HdKey, inputPathsOf } from './hd-keys.js';
import { openSession, type SessionOptions, type WizardSession } from './session.js';

/** Times that the relay breaks: the package for wallets takes seconds to be back. */
const { WEIR_CUTS = '4' } = process.env;
const CUTS = Number(WEIR_CUTS);

let relay: NostrRelay;
let open: WizardSession[] = [];
let wallets: HdWallet[] = [];
beforeAll(async () => {
  relay = await startNostrRelay();
});
afterEach(() => {
  for (const session of open) session.end();
  for (const wallet of wallets) wallet.endSessions();
  [open, wallets] = [[], []];
});
afterAll(() => relay.stop());

const randomHex = (length: number): string => randomBytes(length).toString('hex');

/** Pairs a wallet with a page. @returns the session with the wallet's keys */
const pair = async (wallet: HdWallet, options: Partial<SessionOptions> = {}) => {
  const keys = await new Promise<readonly HdKey[]>((resolve) => {
    const session = openSession({
      keys: { privateKey: randomHex(32), secret: randomHex(8) },
      relayUrl: relay.url,
      onLeft: () => undefined,
      openSocket: (url) => new WebSocket(url) as unknown as Socket,
      ...options,
      onReady(key, paths) {
        options.onReady?.(key, paths);
        resolve(deriveKeys(paths, 'bchtest'));
      },
    });
    open.push(session);
    wallets.push(wallet);
    wallet.pair(session.pairing.link);
  });
  const session = open.at(-1);
  if (session === undefined) throw new Error('No session');
  return { session, keys };
};

const tagged = (hex: string): string => `<Uint8Array: 0x${hex}>`;

/** A transaction that spends a coin of each key. @param number makes it another one each time */
const spending = (keys: readonly HdKey[], number: number): WcTransaction => {
  const outpoint = (input: number) => ({
    outpointTransactionHash: hexToBin((number * 256 + input).toString(16).padStart(64, '0')),
    outpointIndex: 0,
  });
  const inputs = keys.map((_, input) => ({
    ...outpoint(input),
    sequenceNumber: 0xfffffffe,
    unlockingBytecode: new Uint8Array(),
  }));
  const outputs = [{ valueSatoshis: 1_000n, lockingBytecode: hexToBin(keys[0]?.lockingBytecode ?? '') }];
  return {
    transaction: binToHex(encodeTransaction({ version: 2, locktime: 0, inputs, outputs })),
    sourceOutputs: keys.map(({ lockingBytecode }, input) => ({
      outpointTransactionHash: tagged(binToHex(outpoint(input).outpointTransactionHash)),
      outpointIndex: 0,
      sequenceNumber: 0xfffffffe,
      unlockingBytecode: tagged(''),
      lockingBytecode: tagged(lockingBytecode),
      valueSatoshis: '<bigint: 2000n>',
    })),
    broadcast: false,
    userPrompt: 'Spend a coin of each address',
  };
};

const ask = (session: WizardSession, keys: readonly HdKey[], transaction: WcTransaction): Promise<string> =>
  session.sign({ transaction, inputPaths: inputPathsOf(transaction, keys) });

describe('a session by WizardConnect, with the real package at the wallet’s end', () => {
  it('learns the wallet’s addresses, and has coins of 40 of them signed at once', async () => {
    const wallet = startHdWallet('forty addresses');
    const { session, keys } = await pair(wallet);
    expect(keys.map(({ address }) => address)).toEqual([
      ...Array.from({ length: 20 }, (_, index) => wallet.keyAt('receive', index).address),
      ...Array.from({ length: 20 }, (_, index) => wallet.keyAt('change', index).address),
    ]);
    const signed = await ask(session, keys, spending(keys, 1));
    for (const { publicKey } of keys) expect(signed).toContain(`21${publicKey}`);
    expect(wallet.signed).toHaveLength(1);
  });

  it('carries transactions that are too long for one message, both ways', async () => {
    const wallet = startHdWallet('long transactions');
    const { session, keys } = await pair(wallet);
    const many = Array.from({ length: 150 }, () => keys.slice(0, 1)).flat();
    const signed = await ask(session, keys, spending(many, 2));
    expect(signed.length).toBeGreaterThan(40_000);
    expect(wallet.signed).toHaveLength(1);
  });

  it('has a roster’s request signed, whose commitment has 90 bytes', async () => {
    const wallet = startHdWallet('signer of a roster');
    const { session, keys } = await pair(wallet);
    const { address, publicKeyHash } = wallet.keyAt('receive', 1);
    const { request, isSigned } = rosterRequest(publicKeyHash);
    const inputPaths = inputPathsOf(request, keys, address);
    expect(inputPaths).toEqual([[0, 'receive', 1]]);
    expect(isSigned(await session.sign({ transaction: request, inputPaths }))).toBe(true);
  });

  it('says so when the user declines', async () => {
    const wallet = startHdWallet('declining');
    const { session, keys } = await pair(wallet);
    wallet.declineNext();
    await expect(ask(session, keys, spending(keys.slice(0, 1), 3))).rejects.toThrow('rejected by the user');
    expect(wallet.signed).toEqual([]);
  });

  it('ends when the wallet does', async () => {
    const wallet = startHdWallet('leaving');
    const left = new Promise<void>(
      (resolve) => void pair(wallet, { onLeft: resolve }).then(() => wallet.endSessions()),
    );
    await expect(left).resolves.toBeUndefined();
  });

  it('believes no wallet that has not read the code, and no second one', async () => {
    const wallet = startHdWallet('first reader');
    const ready: string[] = [];
    const { session, keys } = await pair(wallet, { onReady: (key) => void ready.push(key) });
    const other = startHdWallet('second reader');
    wallets.push(other);
    other.pair(session.pairing.link);
    await ask(session, keys, spending(keys.slice(0, 1), 4));
    expect(new Set(ready).size).toBe(1);
    expect(other.signed).toEqual([]);
  });

  it(`is signed once for each request, however often the relay breaks in the middle (${CUTS} times)`, async () => {
    const wallet = startHdWallet('broken relays');
    const { session, keys } = await pair(wallet);
    const before = relay.cuts();
    for (let number = 0; number < CUTS; number += 1) {
      relay.cut(number % 2 === 0 ? 'before' : 'after');
      await ask(session, keys, spending(keys.slice(0, 2), 100 + number));
    }
    expect(relay.cuts() - before).toBe(CUTS);
    expect(wallet.signed).toHaveLength(CUTS);
    expect(new Set(wallet.signed).size).toBe(CUTS);
  });
});
