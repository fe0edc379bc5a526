import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ElectrumSocketEvents } from '@electrum-cash/network';
import { EventEmitter } from 'eventemitter3';

/** TCP, or TLS with a verified certificate, for the protocol client, which brings only WebSockets. */
export class TcpTransport extends EventEmitter<ElectrumSocketEvents> {
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
