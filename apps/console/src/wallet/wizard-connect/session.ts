import { hexToBin } from '@bitauth/libauth';
import { type ChannelOptions, openChannel } from './channel.js';
import { createReassembler, textsOf } from './chunks.js';
import { type PathXpub, PROTOCOL, readMessage, type SignRequest, type WalletReady } from './messages.js';
import { pairingCode, type SessionKeys } from './pairing-code.js';

export interface SessionOptions extends Pick<ChannelOptions, 'relayUrl' | 'openSocket'> {
  readonly keys: SessionKeys;
  /** The wallet's public key, hex, where it is known from before. */
  readonly walletKey?: string | undefined;
  /** Called each time that the wallet connects. */
  readonly onReady: (walletKey: string, paths: readonly PathXpub[]) => void;
  /** Called when the wallet has ended the session. */
  readonly onLeft: () => void;
}

/** A session with a wallet by WizardConnect, from the page's side. */
export interface WizardSession {
  /** What the wallet scans. */
  readonly pairing: ReturnType<typeof pairingCode>;
  /**
   * Asks for a signature. The request has one number however often it is sent, by which wallets know it again: they ask their user
   * once.
   *
   * @returns the signed transaction, hex
   * @throws Error with the wallet's words where it does not sign
   */
  sign(request: SignRequest): Promise<string>;
  /** Notifies the wallet that the session is over, if the relay can be reached, and ends it. */
  end(): void;
}

interface Asked {
  readonly body: object;
  readonly resolve: (signed: string) => void;
  readonly reject: (reason: Error) => void;
}

const PING_MS = 10_000;
/** Wallets that renew their connection say that they leave, and are back soon after. */
const GRACE_MS = 8_000;

/** Some large even number, so that numbers of earlier sessions do not come again. */
const firstSequence = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) * 1_024;

/** Opens a session. The wallet's answers are awaited for as long as it is open, over broken connections. */
export const openSession = (options: SessionOptions): WizardSession => {
  const { keys, relayUrl, openSocket, onReady, onLeft } = options;
  const asked = new Map<number, Asked>();
  const reassembler = createReassembler();
  let { walletKey } = options;
  let sequence = firstSequence();
  let readsChunks = false;
  /** When the wallet connected last, Unix seconds; undefined before it has since the page was loaded. */
  let readyAt: number | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  const stamped = (body: object): object => ({ ...body, time: Math.floor(Date.now() / 1_000) });
  const send = async (body: object): Promise<void> => {
    const to = walletKey;
    if (to === undefined) return;
    await Promise.all(textsOf(stamped(body), readsChunks).map((text) => channel.send(text, to)));
  };
  const sendOnce = (body: object): void => {
    if (walletKey !== undefined) channel.sendOnce(JSON.stringify(stamped(body)), walletKey);
  };
  const greet = (): void =>
    sendOnce({
      action: 'dapp_ready',
      supported_protocols: [PROTOCOL],
      wallet_discovered: readyAt !== undefined,
      ...(readyAt !== undefined && { selected_protocol: PROTOCOL }),
      dapp_name: 'Weir',
      extensions: { chunk: { version: 1 } },
    });
  const ask = (number: number, { body, reject }: Asked): void =>
    void send(body).catch((error: unknown) => {
      asked.delete(number);
      reject(error instanceof Error ? error : new Error(String(error)));
    });

  const takeReady = (ready: WalletReady, from: string): void => {
    // The first wallet that has read the code is the one; the code may be read by others, too.
    const isIt = ready.secret === keys.secret && ready.publicKey === from && (walletKey ?? from) === from;
    if (!isIt) return;
    walletKey = from;
    readsChunks = ready.readsChunks;
    readyAt = Math.max(ready.time, readyAt ?? 0);
    clearTimeout(leaving);
    if (!ready.isPageKnown) greet();
    onReady(from, ready.paths);
    // It may not have heard of them: it reads nothing from before it connected.
    for (const [number, one] of asked) ask(number, one);
  };
  const takeText = (text: string, from: string): void => {
    const message = readMessage(reassembler.take(JSON.parse(text)));
    if (message?.action === 'wallet_ready') takeReady(message, from);
    if (message === undefined || from !== walletKey) return;
    if (message.action === 'disconnect' && message.time >= (readyAt ?? 0)) {
      clearTimeout(leaving);
      leaving = setTimeout(onLeft, GRACE_MS);
    }
    if (message.action !== 'sign_transaction_response') return;
    const answered = asked.get(message.sequence);
    asked.delete(message.sequence);
    if (message.error === undefined) answered?.resolve(message.signed);
    else answered?.reject(new Error(message.error));
  };

  const channel = openChannel({
    relayUrl,
    openSocket,
    privateKey: hexToBin(keys.privateKey),
    onText: takeText,
    onOpen: greet,
  });
  // Wallets take a page that is silent for gone.
  const pings = setInterval(() => sendOnce({ action: 'ping' }), PING_MS);

  return {
    pairing: pairingCode(channel.publicKey, keys.secret, relayUrl),
    sign: (request) =>
      new Promise((resolve, reject) => {
        const number = (sequence += 2);
        const one = { body: { action: 'sign_transaction_request', sequence: number, ...request }, resolve, reject };
        asked.set(number, one);
        ask(number, one);
      }),
    end() {
      sendOnce({ action: 'disconnect', reason: 'user_disconnect' });
      clearInterval(pings);
      clearTimeout(leaving);
      channel.close();
      for (const { reject } of asked.values()) reject(new Error('The session is over'));
      asked.clear();
    },
  };
};
