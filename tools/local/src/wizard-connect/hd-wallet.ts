import {
  deriveHdPath,
  deriveHdPrivateNodeFromSeed,
  deriveHdPublicNode,
  encodeHdPublicKey,
  type HdPrivateNodeValid,
  sha256,
  utf8ToBin,
} from '@bitauth/libauth';
import type { SignTransactionRequest } from '@wizardconnect/core';
import { DerivationPath, type WalletAdapter, WalletConnectionManager } from '@wizardconnect/wallet';
import { useWebSocketImplementation } from 'nostr-tools/pool';
import { WebSocket } from 'ws';
import { createWallet, type Wallet } from '@weir/wallet';

/** A wallet of many keys, which pages reach by WizardConnect. */
export interface HdWallet {
  /** Hashes of what it signed, in the order of its signatures. */
  readonly signed: readonly string[];
  /** Returns the wallet of one of its keys. */
  keyAt(path: 'receive' | 'change', index: number): Wallet;
  /** Scans a page's code. */
  pair(uri: string): void;
  /** Has it decline the next request. */
  declineNext(): void;
  /** Ends its sessions, as its user may at any time. */
  endSessions(): void;
}

const STEPS = /^\[(?:relay|network|misc|wizardconnect\/\w+)\]/;
// The package writes each of its steps to the log, and knows no setting against it.
for (const method of ['log', 'debug', 'warn', 'error'] as const) {
  const write = console[method].bind(console);
  console[method] = (...words: readonly unknown[]) => {
    if (!STEPS.test(String(words[0]))) write(...words);
  };
}

/** The package listens to no error of a socket that it has given up, which would end the process. */
class PatientWebSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.on('error', () => undefined);
  }
}
// After the package has chosen its own, when it was loaded.
useWebSocketImplementation(PatientWebSocket);

const CHILDREN: Readonly<Record<string, number>> = { receive: 0, change: 1, defi: 7 };
/** BIP44's account of Bitcoin Cash. */
const ACCOUNT = "m/44'/145'/0'";
const RETRY_MS = 100;

const nodeAt = (root: HdPrivateNodeValid, path: string): HdPrivateNodeValid => deriveHdPath(root, path);

/** Describes what an input spends, without the parts by which another key's input is signed. */
const withoutContract = (source: object): object =>
  Object.fromEntries(Object.entries(source).filter(([key]) => key !== 'contract' && key !== 'unlockingBytecode'));

/**
 * Starts a wallet behind the real package for wallets of WizardConnect. It signs each input by the key that the request names for
 * it, as Cashonize does, and signs all that it is asked to.
 */
export const startHdWallet = (seed: string): HdWallet => {
  const root = deriveHdPrivateNodeFromSeed(sha256.hash(utf8ToBin(seed)));
  const signed: string[] = [];
  let isDeclining = false;
  const keyAt = (path: string, index: number): Wallet =>
    createWallet({ privateKey: nodeAt(root, `${ACCOUNT}/${CHILDREN[path] ?? 0}/${index}`).privateKey });

  const sign = async ({ transaction: request, inputPaths }: SignTransactionRequest): Promise<string> => {
    if (isDeclining) {
      isDeclining = false;
      throw new Error('rejected by the user');
    }
    const { transaction, sourceOutputs } = request as {
      readonly transaction: unknown;
      readonly sourceOutputs: object[];
    };
    let result: unknown = transaction;
    let hash = '';
    // Key by key: signatures do not commit to the other inputs' signatures.
    for (const name of new Set(inputPaths.map(([, path, index]) => `${path}/${index}`))) {
      const [path = '', index = ''] = name.split('/');
      const own = new Set(inputPaths.filter((one) => `${one[1]}/${one[2]}` === name).map(([input]) => input));
      const sources = sourceOutputs.map((source, input) => {
        if (!own.has(input)) return withoutContract(source);
        const { unlockingBytecode: _, ...rest } = source as { readonly unlockingBytecode?: unknown };
        return rest;
      });
      const part = { transaction: result, sourceOutputs: sources, broadcast: false };
      ({ signedTransaction: result, signedTransactionHash: hash } = await keyAt(path, Number(index)).signTransaction(
        part,
      ));
    }
    signed.push(hash);
    return String(result);
  };

  const adapter: WalletAdapter = {
    walletName: 'HD wallet',
    walletIcon: '',
    getRelayPrivateKey: (uri) => sha256.hash(utf8ToBin(`${seed} ${uri}`)),
    getPublicKey: (path, index) =>
      keyAt(path === DerivationPath.Change ? 'change' : 'receive', Number(index)).publicKey,
    getXpub: (path) => {
      const node = deriveHdPublicNode(nodeAt(root, `${ACCOUNT}/${path}`));
      return encodeHdPublicKey({ network: 'testnet', node }).hdPublicKey;
    },
    signTransaction: async (request) => ({ signedTransaction: await sign(request) }),
  };
  const manager = new WalletConnectionManager(adapter);
  /** Sends an answer again until the relay has it: the package gives up at the first broken connection. */
  const answer = (send: () => Promise<void>): void => void send().catch(() => setTimeout(() => answer(send), RETRY_MS));
  manager.on('pendingSignRequest', ({ connectionId, request }) => {
    void sign(request).then(
      (hex) => answer(() => manager.sendSignResponse(connectionId, request.sequence, hex)),
      (error: unknown) => answer(() => manager.sendSignError(connectionId, request.sequence, String(error))),
    );
  });
  return {
    signed,
    keyAt,
    pair: (uri) => void manager.connect(uri),
    declineNext: () => void (isDeclining = true),
    endSessions: () => manager.disconnectAll(),
  };
};
