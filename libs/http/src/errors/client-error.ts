import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '@weir/api-contract';
import { problemBody } from './problem-body.js';

const CODES: Readonly<Record<string, { readonly code: ErrorCode; readonly message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'REQUEST_TIMEOUT', message: 'The request did not arrive in time' },
  HPE_HEADER_OVERFLOW: { code: 'HEADERS_TOO_LARGE', message: 'Send fewer or shorter headers' },
};
const UNREADABLE = { code: 'MALFORMED_REQUEST', message: 'This is not an HTTP request' } as const;

/**
 * Answers what never becomes a request (malformed HTTP, headers too slow or too large) with the same error body as any
 * route.
 */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, message } = CODES[error.code ?? ''] ?? UNREADABLE;
  const { status } = ERRORS[code];
  const body = JSON.stringify(problemBody({ code, message, details: {}, headers: {} }, randomUUID()));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
