import { getPublicKey } from 'nostr-tools/pure';
import { GIFT_WRAP, type NostrEvent, unwrap, wrap } from './gift-wrap.js';

/** What is used of a WebSocket. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onmessage' | 'onclose'>;

export interface ChannelOptions {
  /** URL of a Nostr relay. */
  readonly relayUrl: string;
  /** Own key, 32 bytes. */
  readonly privateKey: Uint8Array;
  /** Called at each connection, the first and later ones, before anything that waits is sent. */
  readonly onOpen: () => void;
  /** Takes each text once, with the key that sealed it, hex. */
  readonly onText: (text: string, from: string) => void;
  /** Opens a socket; by default the platform's. */
  readonly openSocket?: ((url: string) => Socket) | undefined;
}

/** Encrypted texts by way of a relay, whose connection may break at any time. */
export interface Channel {
  /** Own public key, hex. */
  readonly publicKey: string;
  /**
   * Sends a text, again after a broken connection, until the relay has it.
   *
   * @throws Error where the relay does not accept it, or the channel is closed
   */
  send(text: string, to: string): Promise<void>;
  /** Sends a text if the relay is connected now. */
  sendOnce(text: string, to: string): void;
  close(): void;
}

const OPEN = 1;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const SUBSCRIPTION = 'weir';

interface Waiting {
  readonly event: NostrEvent;
  readonly settle: (reason?: Error) => void;
}

/** Opens a channel, which stays open until it is closed. */
export const openChannel = (options: ChannelOptions): Channel => {
  const { relayUrl, privateKey, onOpen, onText, openSocket = (url) => new WebSocket(url) } = options;
  const publicKey = getPublicKey(privateKey);
  const waiting = new Map<string, Waiting>();
  /** Relays send what they keep again after each connection. */
  const seen = new Set<string>();
  let socket: Socket | undefined;
  let isClosed = false;
  let pause = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const say = (...message: readonly unknown[]): void => {
    if (socket?.readyState === OPEN) socket.send(JSON.stringify(message));
  };
  const receive = (event: NostrEvent): void => {
    if (event.kind !== GIFT_WRAP || seen.has(event.id)) return;
    seen.add(event.id);
    try {
      const { text, from } = unwrap(event, privateKey);
      onText(text, from);
    } catch {
      // Anybody may write to a key that a relay has seen.
    }
  };
  const hear = (data: unknown): void => {
    const [kind, first, second, third] = JSON.parse(String(data)) as readonly unknown[];
    if (kind === 'EVENT') receive(second as NostrEvent);
    if (kind !== 'OK') return;
    waiting
      .get(String(first))
      ?.settle(second === true ? undefined : new Error(`The relay refuses it: ${String(third)}`));
  };
  const connect = (): void => {
    const opened = openSocket(relayUrl);
    socket = opened;
    opened.onopen = () => {
      pause = FIRST_PAUSE_MS;
      say('REQ', SUBSCRIPTION, { kinds: [GIFT_WRAP], '#p': [publicKey] });
      const unsent = [...waiting.values()];
      onOpen();
      for (const { event } of unsent) say('EVENT', event);
    };
    opened.onmessage = ({ data }) => hear(data);
    opened.onclose = () => {
      if (isClosed) return;
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    };
  };
  connect();

  return {
    publicKey,
    send: (text, to) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Error('The session is over'));
          return;
        }
        const event = wrap(text, privateKey, to);
        waiting.set(event.id, {
          event,
          settle(reason) {
            waiting.delete(event.id);
            if (reason === undefined) resolve();
            else reject(reason);
          },
        });
        say('EVENT', event);
      }),
    sendOnce: (text, to) => say('EVENT', wrap(text, privateKey, to)),
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket?.close();
      for (const { settle } of waiting.values()) settle(new Error('The session is over'));
    },
  };
};
