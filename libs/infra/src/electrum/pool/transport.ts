import type { ElectrumSocketEvents } from '@electrum-cash/network';
import { ElectrumWebSocket } from '@electrum-cash/web-socket';
import type { EventEmitter } from 'eventemitter3';
import type { ServerAddress } from './server-url.js';
import { TcpTransport } from './tcp-transport.js';

/** Carries text to a server and back, once: emits `connected`, `data` and `disconnected`; `error` before the last. */
export interface Transport extends EventEmitter<ElectrumSocketEvents> {
  connect(): void;
  disconnect(): void;
  write(data: string): boolean;
}

/** Creates the transport for a server's address. @param timeoutMs longest wait for the connection */
export const createTransport = ({ transport, host, port, encrypted }: ServerAddress, timeoutMs: number): Transport =>
  transport === 'tcp'
    ? new TcpTransport(host, port, encrypted)
    : new ElectrumWebSocket(host, port, encrypted, timeoutMs);
