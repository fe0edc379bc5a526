import type { ElectrumSocket, ElectrumSocketEvents } from '@electrum-cash/network';
import { EventEmitter } from 'eventemitter3';
import { findProblem } from './message-guard.js';
import type { ServerAddress } from './server-url.js';
import { createTransport, type Transport } from './transport.js';

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
      this.hangUp(`The server sent what the protocol client cannot read: ${String(error)}`);
    }
  }
}
