import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ElectrumSocket, ElectrumSocketEvents } from '@electrum-cash/network';
import { ElectrumWebSocket } from '@electrum-cash/web-socket';
import { EventEmitter } from 'eventemitter3';
import type { ServerAddress } from './server-url.js';

/** The id the protocol client gives its first request. */
const NEGOTIATION = 'versionNegotiation';

type Message = Readonly<Record<string, unknown>>;

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const findNoticeProblem = ({ method, params }: Message): string | undefined => {
  if (typeof method !== 'string' || !Array.isArray(params))
    return 'The server sent a message that is neither answer nor notice';
  const first: unknown = params[0];
  // The client reads the height of every header notice.
  return method === 'blockchain.headers.subscribe' && !isMessage(first) ? 'The server sent an invalid tip' : undefined;
};

const findNegotiationProblem = ({ error, result }: Message, version: string): string | undefined => {
  if (isMessage(error)) return `The server refuses protocol ${version}: ${String(error['message'])}`;
  const negotiated: unknown = Array.isArray(result) ? result[1] : undefined;
  return [version, `${version}.0`].includes(String(negotiated))
    ? undefined
    : `The server speaks protocol ${String(negotiated)}, not ${version}`;
};

/** Returns why a message from a server must not reach the protocol client; undefined for a proper answer or notice. */
export const findProblem = (text: string, protocolVersion: string): string | undefined => {
  const message = parse(text);
  if (!isMessage(message)) return 'The server sent an invalid message';
  if (!('id' in message)) return findNoticeProblem(message);
  if (message['id'] === NEGOTIATION) return findNegotiationProblem(message, protocolVersion);
  if (message['id'] === null) return `The server answered a request that was not sent: ${text.slice(0, 200)}`;
  return 'result' in message || isMessage(message['error']) ? undefined : 'The server sent an answer without result';
};

/** TCP, or TLS with a verified certificate, for the protocol client, which brings only WebSockets. */
class TcpTransport extends EventEmitter<ElectrumSocketEvents> {
  readonly #host: string;
  readonly #port: number;
  readonly #encrypted: boolean;
  #socket: Socket | undefined;

  constructor(host: string, port: number, encrypted: boolean) {
    super();
    // Brackets are how URLs write IPv6 addresses.
    this.#host = host.replace(/^\[|\]$/g, '');
    this.#port = port;
    this.#encrypted = encrypted;
  }

  connect(): void {
    const place = { host: this.#host, port: this.#port };
    const socket = this.#encrypted ? connectTls({ ...place, servername: this.#host }) : connectTcp(place);
    this.#socket = socket;
    socket.setEncoding('utf8').setNoDelay(true);
    socket.once(this.#encrypted ? 'secureConnect' : 'connect', () => this.emit('connected'));
    socket.on('data', (chunk) => this.emit('data', String(chunk)));
    socket.on('error', (error: Error) => this.emit('error', error));
    socket.once('close', () => this.emit('disconnected'));
  }

  disconnect(): void {
    this.#socket?.destroy();
  }

  write(data: string): boolean {
    return this.#socket?.write(data) ?? false;
  }
}

/** Carries text to a server and back, once: emits `connected`, `data` and `disconnected`; `error` before the last. */
export interface Transport extends EventEmitter<ElectrumSocketEvents> {
  connect(): void;
  disconnect(): void;
  write(data: string): boolean;
}

/** Creates the transport for a server's address. @param timeoutMs longest wait for the connection */
const createTransport = ({ transport, host, port, encrypted }: ServerAddress, timeoutMs: number): Transport =>
  transport === 'tcp'
    ? new TcpTransport(host, port, encrypted)
    : new ElectrumWebSocket(host, port, encrypted, timeoutMs);

/** Longest message taken, characters: the longest history a server lists has some 15 million. */
const LONGEST_MESSAGE = 64 * 1024 * 1024;

/**
 * The socket that the protocol client uses, for one connection. The client trusts its server: text that is not JSON, an
 * answer without id, a refused version, an error while it negotiates all end in an exception that nobody can catch, and
 * so in the end of the process. This socket disconnects such a server instead, and reports a failed connection at once.
 */
export class GuardedSocket extends EventEmitter<ElectrumSocketEvents> implements ElectrumSocket {
  declare readonly connected: [];
  declare readonly disconnected: [];
  declare readonly data: [string];
  declare readonly error: [Error];
  readonly host: string;
  readonly port: number;
  readonly encrypted: boolean;
  /** Why the connection ended, where that is known. */
  lastError: string | undefined;
  #transport: Transport | undefined;
  /** Pieces of a message whose end has not come, and their length together. */
  #unread: string[] = [];
  #unreadLength = 0;

  /** @param timeout longest silence of the server after something was sent, milliseconds */
  constructor(
    readonly address: ServerAddress,
    readonly timeout: number,
    readonly protocolVersion: string,
  ) {
    super();
    ({ host: this.host, port: this.port, encrypted: this.encrypted } = address);
  }

  get hostIdentifier(): string {
    return `${this.host}:${this.port}`;
  }

  isOpen(): boolean {
    return this.#transport !== undefined;
  }

  connect(): void {
    const transport = createTransport(this.address, this.timeout);
    this.#transport = transport;
    transport.on('connected', () => this.emit('connected'));
    transport.on('data', (chunk) => this.#receive(chunk));
    // Not passed on: the client would throw it where nobody catches it.
    transport.on('error', ({ message }) => this.hangUp(message));
    transport.on('disconnected', () => this.hangUp('The connection was closed'));
    transport.connect();
  }

  disconnect(): void {
    this.#transport?.removeAllListeners();
    this.#transport?.disconnect();
    this.#transport = undefined;
    this.emit('disconnected');
  }

  /** Ends the connection for a reason. */
  hangUp(reason: string): void {
    if (this.#transport === undefined) return;
    this.lastError ??= reason;
    this.disconnect();
  }

  /**
   * Makes the client stop the timers of its requests, which keep the process alive: any received text does that, even an empty
   * one.
   */
  stopTimers(): void {
    try {
      this.emit('data', '');
    } catch {
      // It reads again what it could not read before, after it stopped them.
    }
  }

  write(data: Uint8Array | string): boolean {
    return this.#transport?.write(data.toString()) ?? false;
  }

  /** Looks through each chunk once: a long message comes in thousands. */
  #receive(chunk: string): void {
    const [end = '', ...others] = chunk.split('\n');
    this.#unread.push(end);
    this.#unreadLength += end.length;
    for (const next of others) {
      const line = this.#unread.join('');
      this.#unread = [next];
      this.#unreadLength = next.length;
      if (this.#transport === undefined) return;
      this.#pass(line);
    }
    if (this.#unreadLength > LONGEST_MESSAGE) this.hangUp('The server sent a message without end');
  }

  #pass(line: string): void {
    if (line.trim() === '') return;
    const problem = findProblem(line, this.protocolVersion);
    if (problem !== undefined) {
      this.hangUp(problem);
      return;
    }
    try {
      this.emit('data', `${line}\n`);
    } catch (error) {
      this.hangUp(`The server sent data that the protocol client cannot read: ${String(error)}`);
    }
  }
}
